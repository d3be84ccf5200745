/** What a target can do to a header it was sent, one line each. */
export const encoders: Readonly<Record<string, (text: string) => string>> = {
  plain: (t) => t,
  'lower case': (t) => t.toLowerCase(),
  'upper case': (t) => t.toUpperCase(),
  reversed: (t) => [...t].reverse().join(''),
  rot13: (t) => t.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (/[a-m]/i.test(c) ? 13 : -13))),
  base64: (t) => Buffer.from(t).toString('base64').replace(/=+$/, ''),
  base64url: (t) => Buffer.from(t).toString('base64url'),
  'base64 twice': (t) => Buffer.from(Buffer.from(t).toString('base64')).toString('base64'),
  'base64 of the reversed': (t) =>
    Buffer.from([...t].reverse().join(''))
      .toString('base64')
      .replace(/=+$/, ''),
  hex: (t) => Buffer.from(t).toString('hex'),
  'hex in capitals': (t) => Buffer.from(t).toString('hex').toUpperCase(),
  'hex pairs': (t) => Buffer.from(t).toString('hex').match(/../g)!.join(' '),
  'hex with colons': (t) => Buffer.from(t).toString('hex').match(/../g)!.join(':'),
  'string escapes': (t) => [...Buffer.from(t)].map((b) => `\\x${b.toString(16).padStart(2, '0')}`).join(''),
  octal: (t) => [...Buffer.from(t)].map((b) => `\\${b.toString(8).padStart(3, '0')}`).join(''),
  'URL component': encodeURIComponent,
  'URL form': (t) => new URLSearchParams({ '': t }).toString().slice(1),
  'URL twice': (t) => encodeURIComponent(encodeURIComponent(t)),
  'URL, every byte': (t) => [...Buffer.from(t)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''),
  JSON: (t) => JSON.stringify(t).slice(1, -1),
  'JSON in JSON': (t) => JSON.stringify(JSON.stringify(t).slice(1, -1)).slice(1, -1),
  'JSON with escaped slashes': (t) => JSON.stringify(t).slice(1, -1).replaceAll('/', '\\/'),
  'JSON, every unit': (t) => Array.from({ length: t.length }, (_, i) => `\\u${t.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  HTML: (t) => t.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'HTML decimal': (t) => Array.from(t, (c) => `&#${c.codePointAt(0)};`).join(''),
  'HTML hex': (t) => Array.from(t, (c) => `&#x${c.codePointAt(0)!.toString(16)};`).join(''),
  'byte list': (t) => [...Buffer.from(t)].join(', '),
  binary: (t) => [...Buffer.from(t)].map((b) => b.toString(2).padStart(8, '0')).join(' '),
  'quoted-printable': (t) => [...Buffer.from(t)].map((b) => `=${b.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  'spaced out': (t) => [...t].join(' '),
  dashed: (t) => [...t].join('-'),
  'one a line': (t) => [...t].join('\n'),
  'zero-width between': (t) => [...t].join('\u200b'),
  'case swapped': (t) => t.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())),
  'every other letter large': (t) => [...t].map((c, i) => (i % 2 ? c.toUpperCase() : c.toLowerCase())).join(''),
  'with a word between': (t) => [...t].join(' ~~ '),
  'lines of eight': (t) => t.match(/.{1,8}/gu)!.join('\r\n'),
  'base64 in lines': (t) =>
    Buffer.from(t)
      .toString('base64')
      .match(/.{1,10}/g)!
      .join('\n'),
  'base64 in a URL': (t) => encodeURIComponent(Buffer.from(t).toString('base64').replace(/=+$/, '')),
  'base64 in quotes with dots': (t) => [...Buffer.from(t).toString('base64url')].map((c) => `'${c}'`).join('.'),
  'base64 of UTF-16': (t) => Buffer.from(t, 'utf16le').toString('base64').replace(/=+$/, ''),
  'base64 of hex': (t) => Buffer.from(Buffer.from(t).toString('hex')).toString('base64').replace(/=+$/, ''),
  'base64 of a URL component': (t) => Buffer.from(encodeURIComponent(t)).toString('base64').replace(/=+$/, ''),
  'hex of hex': (t) => Buffer.from(Buffer.from(t).toString('hex')).toString('hex'),
  'hex of UTF-16': (t) => Buffer.from(t, 'utf16le').toString('hex'),
  'hex dump': (t) =>
    Buffer.from(t)
      .toString('hex')
      .match(/.{1,4}/g)!
      .join(' '),
  'hex array': (t) => [...Buffer.from(t)].map((b) => `0x${b.toString(16).padStart(2, '0')}`).join(', '),
  'rot13 of the reversed': (t) => encoders['rot13']!([...t].reverse().join('')),
  rot47: (t) => t.replace(/[!-~]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 33 + 47) % 94) + 33)),
  atbash: (t) => t.replace(/[a-z]/gi, (c) => String.fromCharCode((c <= 'Z' ? 155 : 219) - c.charCodeAt(0))),
}
