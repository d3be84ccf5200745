import type { CatalogAttack } from '../domain/attack.ts'
import type { Category } from '../domain/category.ts'

/** What a category tests, in words for people. */
export type CategoryText = Readonly<{ id: Category; name: string; description: string }>

/** The attacks this process can run, with the words for their categories. */
export type ServiceCatalog = Readonly<{
  version: string
  attacks: readonly CatalogAttack[]
  categories: readonly CategoryText[]
}>
