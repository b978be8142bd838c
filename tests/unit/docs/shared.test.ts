import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { validateFields } from '#shared/engine/fields/validation.ts'
import { getOfferedFilters } from '#shared/engine/list/filterColumns.ts'
import { getColumns, getListTitle, getRecordPanel } from '#shared/engine/resource.ts'
import { suppliers } from './suppliers.ts'

const readme = readFileSync('shared/README.md', 'utf8')

test("the README's example equals the compiled one", () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  const compiled = readFileSync('tests/unit/docs/suppliers.ts', 'utf8')
  expect(example).toBe(compiled)
})

test('the example does what the README says', () => {
  expect(suppliers.path).toBe('/suppliers')
  expect(getListTitle(suppliers)).toBe('Suppliers')
  expect(getRecordPanel(suppliers)).toBe('edit')
  expect(getColumns(suppliers).slice(0, 6)).toEqual(suppliers.list.columns)
  expect(getOfferedFilters(suppliers)).toEqual(suppliers.list.filters)
  const values = { name: 'A', code: 'ACME', status: 'draft', country: 'US' }
  expect(Object.keys(validateFields(suppliers.fields, values))).toEqual(['name'])
})

/** Returns the keys of a type from its source. */
function findKeys(path: string, type: string): string[] {
  const source = readFileSync(path, 'utf8')
  const body = source.slice(source.indexOf(`export type ${type}`)).split('\n}\n')[0] ?? ''
  return [...body.matchAll(/^ {2}(\w+)\??: /gm)].map(([, name = '']) => name)
}

test('each key of a definition is explained', () => {
  const groups = ['ListOptions', 'FormOptions', 'ApiOptions', 'RelationOptions']
  const keys = [
    ...findKeys('shared/engine/resource.ts', 'Resource'),
    ...groups.flatMap((type) => findKeys('shared/engine/resourceOptions.ts', type)),
  ]
  expect(keys.length).toBeGreaterThan(35)
  const explainedKeys = [...readme.matchAll(/^\| ([`*].+?) \|/gm)].flatMap(([, cell = '']) =>
    cell.match(/\w+/g),
  )
  expect(keys.filter((key) => !explainedKeys.includes(key))).toEqual([])
})

test('each kind of field is explained', () => {
  const source = readFileSync('shared/engine/fields/fieldParts.ts', 'utf8')
  const union = /export type FieldKind =([\s\S]*?)\n\n/.exec(source)?.[1] ?? ''
  const kinds = [...union.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind)
  expect(kinds.length).toBeGreaterThan(10)
  expect(kinds.filter((kind) => !readme.includes(`\`${kind}\``))).toEqual([])
})

test('each folder is named', () => {
  const folders = readdirSync('shared', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `\`${name}/\``)
  expect(folders.filter((name) => !readme.includes(name))).toEqual([])
})
