import { createPace, type Pace } from '../lib/pace.ts'
import type { AddressKind } from './address.ts'
import type { TargetOrigin } from './target-url.ts'

export type HostCaps = Readonly<{ maxInFlight: number; perSecond?: number }>
export type Caps = Readonly<{ public: HostCaps; near: HostCaps }>

/** A stranger's server is treated with care, a machine of our own with trust. Contract, "Defaults". */
export const defaultCaps: Caps = { public: { maxInFlight: 5, perSecond: 10 }, near: { maxInFlight: 64 } }

/** The paces that one request has to pass: shared by all scans of this process, so that 50 scans are no flood. */
export interface HostGates {
  of(url: TargetOrigin, address: string, kind: AddressKind): readonly Pace[]
  turnAway(reason: Error): void
  /** Grows when gates at rest were forgotten: whoever kept some asks again. */
  readonly version: number
  readonly inFlight: number
}

export function createHostGates(caps: Caps, nowMs: () => number): HostGates {
  const gates = new Map<string, Pace>()
  let version = 0
  const gate = (key: string, hostCaps: HostCaps) => {
    let pace = gates.get(key)
    if (!pace) {
      if (gates.size >= 256) {
        forgetIdle(gates)
        version++
      }
      pace = createPace({ ...hostCaps, nowMs })
      gates.set(key, pace)
    }
    return pace
  }
  return {
    of(url, address, kind) {
      // On our own machines every port is a service of its own; at a stranger's the whole host counts,
      // by its name and by its address, so that neither many names nor many addresses multiply the cap.
      if (kind !== 'public') return [gate(`${address} ${url.port}`, caps.near)]
      const byAddress = gate(`public ${address}`, caps.public)
      return url.hostname === address ? [byAddress] : [gate(`public ${url.hostname}`, caps.public), byAddress]
    },
    turnAway(reason) {
      for (const pace of gates.values()) pace.turnAway(reason)
    },
    get version() {
      return version
    },
    get inFlight() {
      let sum = 0
      for (const pace of gates.values()) sum += pace.inFlight
      return sum
    },
  }
}

function forgetIdle(gates: Map<string, Pace>): void {
  for (const [key, pace] of gates) if (pace.isIdle) gates.delete(key)
}
