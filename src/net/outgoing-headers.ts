/** Who we are, on every request: the owner of the target can find us in a log and tell us apart. */
export const identify = (version: string, scanId: string): Record<string, string> => ({
  'user-agent': `Sortie/${version} (+AI security scan)`,
  accept: '*/*',
  'accept-encoding': 'identity',
  'x-sortie-scan': scanId,
})

/** The protocol's headers, then the operator's, who wins; cookies of both are kept. Names become lower-case. */
export function mergeHeaders(
  merged: Record<string, string>,
  ofProtocol: Readonly<Record<string, string>> | undefined,
  ofOperator: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  for (const headers of [ofProtocol, ofOperator]) {
    for (const name in headers) {
      const lower = name.toLowerCase()
      if (lower === 'accept-encoding') continue
      merged[lower] = lower === 'cookie' && merged['cookie'] ? `${merged['cookie']}; ${headers[name]!}` : headers[name]!
    }
  }
  return merged
}

/** Name, value, name, value: undici's fastest form. */
export function flatten(headers: Readonly<Record<string, string>>): string[] {
  const flat: string[] = []
  for (const name in headers) flat.push(name, headers[name]!)
  return flat
}
