const mostCookies = 50
const longestCookie = 4096

/** Keeps what `Set-Cookie` lines (one a line) bring, by name. A cookie that is set empty or expired is dropped. */
export function keepCookies(jar: Map<string, string>, setCookie: string | undefined): void {
  for (const line of setCookie?.split('\n') ?? []) {
    const [pair = '', ...attributes] = line.split(';')
    const [, name, value] = /^\s*([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256})=([\x21-\x7e]*)\s*$/.exec(pair) ?? []
    if (name === undefined || value === undefined || value.length > longestCookie) continue
    const gone = value === '' || attributes.some((attribute) => /^\s*max-age\s*=\s*(?:0|-\d+)\s*$/i.test(attribute))
    if (gone) jar.delete(name)
    else if (jar.has(name) || jar.size < mostCookies) jar.set(name, value)
  }
}

/** The `Cookie` header for a jar; undefined when it is empty. */
export function cookieHeader(jar: ReadonlyMap<string, string>): string | undefined {
  return jar.size === 0 ? undefined : [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
