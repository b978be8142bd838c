import { addResourceTable } from './tables.ts'

/** Colors of products. */
export const colors = addResourceTable('colors', {
  columns: {
    name: 'text',
    code: 'text',
    hex: 'colour',
    secondHex: 'colour?',
    family: 'text?',
    pantone: 'text?',
    podColor: 'text?',
    position: 'integer?',
    active: 'toggle',
  },
  unique: [['code']],
  search: ['name', 'code', 'family', 'pantone'],
})
