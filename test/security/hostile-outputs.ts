/** What a target may answer in order to be more than text: over three hundred, by product. */
const esc = '\u001b'
const kinds: Readonly<Record<string, readonly string[]>> = {
  colour: [`${esc}[31mred${esc}[0m`, `${esc}[1;5;7mblink`, '\u009b31mC1 colour', `${esc}[38;2;255;0;0mtrue colour`],
  cursor: [
    `${esc}[2J${esc}[H`,
    `${esc}[10A${esc}[2K`,
    'safe\rOVERWRITTEN',
    'abc\b\b\bxyz',
    `${esc}7${esc}8`,
    `${esc}c`,
    '\u000c',
    '\u000b',
  ],
  title: [`${esc}]0;pwned\u0007`, `${esc}]2;pwned${esc}\\`, '\u009d0;pwned\u009c', `${esc}]1337;File=name=x:AAAA\u0007`],
  clipboard: [`${esc}]52;c;cm0gLXJmIC8=\u0007`, `${esc}P+q544e${esc}\\`],
  link: [`${esc}]8;;file:///etc/passwd\u0007click${esc}]8;;\u0007`, `${esc}]8;;http://evil.test${esc}\\x${esc}]8;;${esc}\\`],
  strings: [
    `${esc}Pdcs${esc}\\`,
    `${esc}_apc${esc}\\`,
    `${esc}^pm${esc}\\`,
    `${esc}Xsos${esc}\\`,
    '\u0090dcs\u009c',
    '\u009fapc\u009c',
    '\u009epm\u009c',
  ],
  reports: [`${esc}[6n`, `${esc}[c`, `${esc}[>0q`, `${esc}Z`, `${esc}[21t`, '\u0005'],
  modes: [`${esc}[?1049h`, `${esc}[?25l`, `${esc}[?1000h`, `${esc}[?2004h`, `${esc}(0`, '\u000e\u000f', `${esc}#8`],
  controls: ['\u0000', '\u0007\u0007\u0007', '\u001a', '\u0004', '\u007f', '\u0080', '\u0085', '\u008d', '\u009b', '\u00ad'],
  bidi: ['\u202eexe.txt', '\u2066\u2067\u2069', '\u200e\u200f\u061c', 'a\u202db\u202c'],
  hidden: [
    'a\u200bb\u200cc\u200dd',
    '\ufeff',
    '\u2060\u2061',
    '\u{e0041}\u{e0042}\u{e007f}',
    '\u3164\u115f\uffa0',
    'x\ufe00\ufe01\u{e0100}',
    '\u180e\u034f',
  ],
  broken: ['\ud800', '\udfff\ud800', 'a\udc00b', '\uffff\ufffe', '\u{10ffff}', '\ufdd0'],
  separators: [
    'a\u2028b\u2029c',
    'line\r\n{"level":60,"msg":"forged"}',
    '\n\n[root@host ~]# ',
    '\t\t=cmd|calc',
    'x\n--- a/file\n+++ b/file',
  ],
  markup: [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    '![x](http://evil.test/beacon)',
    '</textarea><iframe src=javascript:alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
    '${7*7}',
  ],
  formula: ['=HYPERLINK("http://evil.test")', '+1+cmd|" /C calc"!A0', '-2+3', '@SUM(1)', '\t=1', '\uff1d1+1'],
}
const places: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `Of course. ${payload} Anything else?`,
  (payload) => payload.repeat(40),
  (payload) => `{"answer":"${payload}"}`,
]

export const hostileOutputs: readonly string[] = Object.values(kinds).flatMap((payloads) =>
  payloads.flatMap((payload) => places.map((place) => place(payload))),
)
