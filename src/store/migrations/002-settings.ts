import type { Migration } from './migration.ts'

export const settings: Migration = {
  name: 'settings',
  up: async ({ schema }) => {
    await schema
      .createTable('settings')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
  },
}
