import { assemble } from './assemble.ts'
import { brailleLetter, decoders, undisguise } from './decoders.ts'

/** One way a message can be read: as it stands, or with what was encoded in it made plain. */
export type Reading = Readonly<{ text: string; via: string | null }>

const maxChars = 24_000

/** The message as it stands first, then with hidden or encoded stretches decoded. Never more than six. */
export function readingsOf(message: string): readonly Reading[] {
  const raw = message.slice(0, maxChars)
  const visible = stripInvisible(raw)
  const readings: Reading[] = [{ text: visible, via: null }]
  const hidden = hiddenText(raw)
  if (hidden) readings.push({ text: `${visible}\n${hidden}`, via: 'hidden-characters' })
  const bare = visible.replace(/(?<=\p{L})\p{Extended_Pictographic}+(?=\p{L})/gu, '')
  if (bare !== visible) readings.push({ text: bare.replace(/\p{Extended_Pictographic}/gu, ' ').replace(/ {2,}/g, ' '), via: 'emoji' })
  const assembled = assemble(visible)
  if (assembled) readings.push({ text: assembled.slice(0, maxChars), via: 'pieces' })
  const decoded = decodeStretches(visible)
  if (decoded) readings.push(decoded)
  const lines = undisguiseLines(assembled ?? decoded?.text ?? visible)
  if (lines) readings.push(lines)
  return readings
}

/** Folds look-alike letters and takes out what nobody can see. */
function stripInvisible(text: string): string {
  const folded = text
    .replace(/\u202e([^\u202c\n]{1,2000})\u202c?/g, (_, inner: string) => [...inner].reverse().join(''))
    .normalize('NFKC')
    .replace(
      /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e01ef}]/gu,
      '',
    )
    .replace(/[\u2800-\u28ff]/g, brailleLetter)
    .replace(/[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]/g, (c) => 'abcdefghijklmnopqrstuvwyz'['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ'.indexOf(c)]!)
    .replace(/[\u{1f1e6}-\u{1f1ff}]/gu, (c) => String.fromCharCode(97 + c.codePointAt(0)! - 0x1f1e6))
  const bare = (folded.match(/\p{M}/gu)?.length ?? 0) > folded.length / 8 && /\p{Script=Latin}/u.test(folded) ? unmarked(folded) : folded
  return bare.replace(/[\p{L}\p{M}]+/gu, (word) => (/[a-z]/i.test(word) && /[\u0370-\u04ff]/.test(word) ? foldWord(word) : word))
}
const unmarked = (text: string): string => text.normalize('NFD').replace(/\p{Mn}/gu, '')

const lookalikes: Record<string, string> = Object.fromEntries(
  [...'аaеeоoрpсcуyхxіiјjѕsԁdһhӏlѵvԛqԝwкkмmтtнhвbαaεeοoρpτtυuνvκkιiηnωwАAВBЕEКKМMНHОOРPСCТTХXІIЅSΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'].flatMap(
    (c, i, all) => (i % 2 === 0 ? [[c, all[i + 1]!]] : []),
  ),
)
const foldWord = (word: string): string => [...word].map((c) => lookalikes[c] ?? c).join('')

/** Text carried in tag characters, in variation selectors or in invisible bits. */
function hiddenText(text: string): string | undefined {
  let tags = ''
  const bytes: number[] = []
  let bits = ''
  for (const c of text) {
    const code = c.codePointAt(0)!
    if (code >= 0xe0020 && code <= 0xe007e) tags += String.fromCharCode(code - 0xe0000)
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00)
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16)
    else if (code === 0x2062 || code === 0x200b) bits += '0'
    else if (code === 0x2064 || code === 0x200c || code === 0x200d) bits += '1'
  }
  const fromBits = bits.length >= 64 ? Buffer.from((bits.match(/[01]{8}/g) ?? []).map((b) => Number.parseInt(b, 2))).toString('utf8') : ''
  const fromSelectors = bytes.length >= 8 ? Buffer.from(bytes).toString('utf8') : ''
  const found = [tags, fromSelectors, fromBits].filter((part) => part.length >= 8 && /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(part))
  return found.length > 0 ? found.join('\n') : undefined
}

function decodeStretches(text: string): Reading | undefined {
  let now = text
  let via: string | null = null
  for (let depth = 0; depth < 2; depth++) {
    let changed = false
    for (const { id, find, decode } of decoders) {
      now = now.replace(find, (stretch) => {
        const plain = decode(stretch.trim())
        if (plain === undefined) return stretch
        changed = true
        via ??= id
        return /\s$/.test(stretch) ? `${plain} ` : plain
      })
    }
    if (!changed) break
  }
  return via === null ? undefined : { text: now.slice(0, maxChars), via }
}

function undisguiseLines(text: string): Reading | undefined {
  let via: string | null = null
  const piece = (part: string): string => {
    const found = undisguise(part)
    if (!found) return part
    via ??= found.id
    return found.text
  }
  const whole = text.length < 4000 ? undisguise(text) : undefined
  if (whole) return { text: whole.text, via: whole.id }
  const lines = text.split('\n').slice(0, 60)
  const read = lines.map((line) => {
    const found = undisguise(line)
    if (!found)
      return line
        .split(/(?<=: )|(?<=[.!?] )|(?=["`«“])|(?<=["`»”] )/)
        .map(piece)
        .join('')
    via ??= found.id
    return found.text
  })
  return via === null ? undefined : { text: read.join('\n'), via }
}
