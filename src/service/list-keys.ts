import type { KeyStore } from '../domain/ports.ts'
import type { KeyView } from './key-view.ts'
import { toKeyView } from './key-view.ts'

/** Every key that was not revoked, newest first, without secrets. */
export const listKeys = async (keys: KeyStore): Promise<readonly KeyView[]> => (await keys.list()).map(toKeyView)
