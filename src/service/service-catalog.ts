import type { Catalog } from '../domain/attack.ts'
import type { Category } from '../domain/category.ts'

/** The attacks this process can run, with the words for their categories. A loaded catalogue is one. */
export type ServiceCatalog = Catalog &
  Readonly<{ categories: Readonly<Partial<Record<Category, Readonly<{ name: string; tests: string }>>>> }>
