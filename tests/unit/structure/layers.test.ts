import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/** An import that breaks a rule until a step of naming.md, "The way there", removes it. */
type Exception = { from: RegExp; to: RegExp; step: 17 | 20 }

/** `unlayered` files import each layer's own facts and are imported by any. */
type Layers = {
  root: string
  order: readonly (readonly string[])[]
  unlayered?: string
  except?: readonly Exception[]
}

/** The files directly in a folder that have no layer of their own. */
const otherFiles = '.'

/** design.md, "Who may import whom": the folders and own files of each tree, lowest first. */
const trees: readonly Layers[] = [
  {
    root: 'shared',
    order: [
      ['limits.ts', 'resourceNames.ts', 'throttle.ts'],
      ['format'],
      ['messages.ts'],
      ['permissions'],
      ['engine'],
      ['navigation'],
      ['areas'],
    ],
  },
  {
    root: 'client',
    order: [
      ['styles'],
      ['runtime'],
      ['ui'],
      ['form'],
      ['list'],
      ['integrations'],
      ['shell'],
      ['frame'],
      ['parts', 'areas', 'kit'],
      [otherFiles],
    ],
  },
  {
    root: 'server/platform',
    // It parses every layer's settings with that layer's own rules and defaults.
    unlayered: 'settings.ts',
    order: [
      ['messages.ts'],
      ['database'],
      ['core'],
      ['demoData'],
      ['areas'],
      ['seed'],
      ['keys'],
      [otherFiles],
    ],
  },
  {
    root: 'server/platform/core',
    order: [
      ['platform'],
      ['auth', 'audit', 'secrets', 'outgoing'],
      ['http'],
      ['approval', 'guards'],
      ['records'],
      ['csv'],
      ['jobs'],
      ['bulk', 'files'],
      ['imports', 'views', 'integrations'],
      ['openapi'],
      ['area'],
    ],
    // The type of what calls get names every service that it holds.
    except: [{ from: /^server\/platform\/core\/platform\/platform\.ts$/, to: /./, step: 17 }],
  },
]

type Import = { from: string; to: string; isDynamic: boolean }

/** Every import between files of the product: static and dynamic ones, types included. */
const imports: Import[] = globSync('{shared,machines,client,server}/**/*.{ts,tsx}').flatMap(
  (from) =>
    [
      ...readFileSync(from, 'utf8').matchAll(
        /^(?:import|export)\b[^'\n]*'([#.][^']+)'|^\} from '([#.][^']+)'|\b(import)\('([#.][^']+)'\)/gm,
      ),
    ].map(([, line = '', block = '', dynamic, late = '']) => ({
      from,
      to: resolveSpecifier(from, line || block || late),
      isDynamic: dynamic !== undefined,
    })),
)

function resolveSpecifier(from: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier)
}

const isExcepted = (exceptions: readonly Exception[], { from, to }: Import) =>
  exceptions.some((exception) => exception.from.test(from) && exception.to.test(to))

const describeImport = ({ from, to }: Import) => `${from} imports ${to}`

/** The folder below the root that a file is in, or its name; undefined outside the root. */
function getFolder(root: string, file: string): string | undefined {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1).split('/')[0] : undefined
}

function getRank(order: Layers['order'], folder: string): number {
  const rank = order.findIndex((folders) => folders.includes(folder))
  return rank >= 0 ? rank : order.findIndex((folders) => folders.includes(otherFiles))
}

/** The imports of a tree that go up its layers. */
const findUpwardImports = ({ root, order, unlayered }: Layers): Import[] =>
  imports.filter(({ from, to }) => {
    const [own, other] = [getFolder(root, from), getFolder(root, to)]
    if (own === undefined || other === undefined) return false
    if (own === unlayered || other === unlayered) return false
    return getRank(order, other) > getRank(order, own)
  })

test('imports of every form are found', () => {
  expect(imports.length).toBeGreaterThan(5000)
  expect(imports.some(({ isDynamic }) => isDynamic)).toBe(true)
})

describe.each(trees)('design.md, "Who may import whom": $root', (tree) => {
  test('every folder has a layer', () => {
    const folders = imports.flatMap(({ from }) => getFolder(tree.root, from) ?? [])
    const unknown = folders.filter((folder) => getRank(tree.order, folder) < 0)
    expect([...new Set(unknown)]).toEqual([])
  })

  test('no layer imports one above it, so folders form no cycle', () => {
    const found = findUpwardImports(tree).filter((one) => !isExcepted(tree.except ?? [], one))
    expect(found.map(describeImport)).toEqual([])
  })

  test('every exception is still needed', () => {
    const found = findUpwardImports(tree)
    const unused = (tree.except ?? []).filter(
      ({ from, to }) => !found.some((one) => from.test(one.from) && to.test(one.to)),
    )
    expect(unused).toEqual([])
  })
})

test('migrations import nothing of the program, so they stay as they are', () => {
  const folder = 'server/platform/database/migrations/'
  const found = imports.filter(({ from, to }) => from.startsWith(folder) && !to.startsWith(folder))
  expect(found.map(describeImport)).toEqual([])
})

describe('areas', () => {
  const getArea = (root: string, file: string) => new RegExp(`^${root}/(\\w+)/`).exec(file)?.[1]
  const findCrossings = (root: string) =>
    imports.flatMap((one) => {
      const [own, other] = [getArea(root, one.from), getArea(root, one.to)]
      return own && other && own !== other ? [{ ...one, own, other }] : []
    })

  test('the core imports no area, not even from shared/areas', () => {
    const found = imports.filter(
      ({ from, to }) => from.startsWith('server/platform/core/') && to.startsWith('shared/areas/'),
    )
    expect(found.map(describeImport)).toEqual([])
  })

  test('in shared, an area imports another only through its index.ts', () => {
    const found = findCrossings('shared/areas').filter(({ to }) => !to.endsWith('/index.ts'))
    expect(found.map(describeImport)).toEqual([])
  })

  test('the demo data is made from areas only through their index.ts', () => {
    const found = imports.filter(
      ({ from, to }) =>
        from.startsWith('server/platform/seed/') &&
        to.startsWith('server/platform/areas/') &&
        !to.endsWith('/index.ts'),
    )
    expect(found.map(describeImport)).toEqual([])
  })

  const toTable = (crossings: ReturnType<typeof findCrossings>) => {
    const byArea = Map.groupBy(crossings, ({ own }) => own)
    return Object.fromEntries(
      [...byArea].map(([area, found]) => [
        area,
        [...new Set(found.map(({ other }) => other))].toSorted(),
      ]),
    )
  }

  test('in the platform, an area imports another only through its index.ts', () => {
    const found = findCrossings('server/platform/areas').filter(
      ({ to }) => !to.endsWith('/index.ts'),
    )
    expect(found.map(describeImport)).toEqual([])
  })

  test('in the platform, no areas import each other in a circle', () => {
    const table = toTable(findCrossings('server/platform/areas'))
    const isImported = (area: string) =>
      Object.values(table).some((others) => others.includes(area))
    // Removing areas that no other one imports, again and again, must leave none.
    let area: string | undefined
    while ((area = Object.keys(table).find((one) => !isImported(one)))) delete table[area]
    expect(table).toEqual({})
  })

  test('in the client, no area imports another statically', () => {
    const found = findCrossings('client/areas').filter(({ isDynamic }) => !isDynamic)
    expect(found.map(describeImport)).toEqual([])
  })

  test('in the client, only the router and lazyParts.ts import dynamically', () => {
    const found = imports.filter(({ from, isDynamic }) => isDynamic && from.startsWith('client/'))
    expect(new Set(found.map(({ from }) => from))).toEqual(
      new Set(['client/lazyParts.ts', 'client/router.tsx']),
    )
  })

  test('in the client and in shared, no file is imported only for its effects', () => {
    const found = globSync('{shared,machines,client}/**/*.{ts,tsx}').filter((file) =>
      /^import '/m.test(readFileSync(file, 'utf8')),
    )
    expect(found).toEqual([])
  })
})
