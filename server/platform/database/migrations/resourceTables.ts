import type { Migration } from 'kysely/migration'
import { addResourceTable } from './tables.ts'

/**
 * The migrations of plain resources. Each creates only the resource's table: columns by their kind,
 * with `?` if they may be empty.
 */
export const resourceTables: Record<string, Migration> = {
  '016_colors': addResourceTable('colors', {
    text: ['name', 'code', 'family?', 'pantone?', 'podColor?'],
    colour: ['hex', 'secondHex?'],
    integer: ['position?'],
    toggle: ['active'],
    unique: [['code']],
    search: ['name', 'code', 'family', 'pantone'],
  }),
}
