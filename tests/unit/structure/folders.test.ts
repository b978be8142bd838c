import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

type Area = 'shared' | 'machines' | 'client' | 'server/console' | 'server/platform'

/** The table of design.md, "Folders": which files of the project each may import. */
const mayImport: Record<Area, RegExp> = {
  shared: /^shared\//,
  machines: /^(machines|shared)\//,
  client: /^(client|shared|machines)\//,
  'server/console': /^(server\/console\/|shared\/|machines\/|client\/(app|router)\.tsx$)/,
  'server/platform': /^(server\/platform|shared)\//,
}

/** What each never uses: packages it may not import, and names that may not stand in its code. */
const neverUses: Record<Area, { packages: RegExp; names?: RegExp }> = {
  shared: {
    packages: /^(node:|react|@xstate|xstate|express|undici)/,
    names:
      /\b(process|window|document|localStorage|sessionStorage|Date\.now|Math\.random|setTimeout|setInterval)\b|\b(fetch|dayjs|new Date)\(\)|\bfetch\(/,
  },
  machines: {
    packages: /^(node:|react|@xstate\/react|express|undici)/,
    names: /\b(process|window|document|cookie|Date\.now|Math\.random)\b|\bnew Date\(\)|\bfetch\(/,
  },
  client: { packages: /^(node:|express|undici|pg$|kysely)/ },
  'server/console': { packages: /^(kysely|pg$|@electric-sql)/ },
  'server/platform': { packages: /^(react|xstate|@xstate)/ },
}

const areaOf = (file: string): Area => {
  const [first = '', second = ''] = file.split('/')
  const folder = first === 'server' ? `${first}/${second}` : first
  if (folder in mayImport) return folder as Area // It is one of the table's own keys.
  throw new Error(`${file} stands in no folder of the table`)
}

type Source = { file: string; area: Area; code: string; imports: string[] }

const sources: Source[] = globSync('{shared,machines,client,server}/**/*.{ts,tsx,mjs}').map(
  (file) => {
    const code = withoutComments(readFileSync(file, 'utf8'))
    return { file, area: areaOf(file), code, imports: importsOf(code) }
  },
)

/** Strings are stepped over, so that an address in one is not taken for a comment. */
function withoutComments(source: string): string {
  return source.replaceAll(
    /('(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![\\/[])\/\/.*$/gm,
    (_, string: string | undefined) => string ?? '',
  )
}

/** Static, side-effect, re-exporting and dynamic imports, types included. */
function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\()(['"])(.+?)\1/g)].map(
    ([, , specifier = '']) => specifier,
  )
}

/** The file of the project that an import names; undefined for a package. */
function fileOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : undefined
}

const isNodeModule = (specifier: string) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier)

test('imports of every form are found', () => {
  const code = withoutComments(`
    import './style.css.ts' // import './comment.ts'
    import type { A } from '#shared/a.ts'
    export { b } from '../b.ts'
    /* import './block.ts' */
    const url = 'https://example.com' ; const c = await import('./c.tsx')
    import {
      d,
    } from "react"
  `)
  expect(importsOf(code)).toEqual(['./style.css.ts', '#shared/a.ts', '../b.ts', './c.tsx', 'react'])
})

describe.each(Object.keys(mayImport).filter((area): area is Area => area in mayImport))(
  'design.md, "Folders": %s',
  (area) => {
    const own = sources.filter((source) => source.area === area)
    const faults = (find: (source: Source, specifier: string) => boolean) =>
      own.flatMap((source) =>
        source.imports
          .filter((specifier) => find(source, specifier))
          .map((specifier) => `${source.file} imports ${specifier}`),
      )

    test('has files', () => {
      expect(own.length).toBeGreaterThan(0)
    })

    test('imports from the folders it may, and no others', () => {
      expect(
        faults(({ file }, specifier) => {
          const target = fileOf(file, specifier)
          return target !== undefined && !mayImport[area].test(target)
        }),
      ).toEqual([])
    })

    test('imports no package that it never uses', () => {
      const { packages } = neverUses[area]
      const forbidsNode = packages.test('node:fs')
      expect(
        faults(
          (_, specifier) => packages.test(specifier) || (forbidsNode && isNodeModule(specifier)),
        ),
      ).toEqual([])
    })

    test('names nothing that it never uses', () => {
      const { names = /(?!)/ } = neverUses[area]
      const found = own.flatMap(({ file, code }) => {
        const [name] = names.exec(code.replaceAll(/'(?:\\.|[^'\\\n])*'/g, "''")) ?? []
        return name === undefined ? [] : [`${file} uses ${name}`]
      })
      expect(found).toEqual([])
    })

    test('imports across folders, and what else would need ../../, by #; always with the ending', () => {
      expect(
        faults(({ file }, specifier) => {
          const target = fileOf(file, specifier)
          if (target === undefined) return false
          const crosses = target.split('/')[0] !== file.split('/')[0]
          const isFar = posix.relative(posix.dirname(file), target).startsWith('../../')
          return (
            (crosses || isFar) !== specifier.startsWith('#') ||
            !/\.(ts|tsx|mjs|json)$/.test(specifier)
          )
        }),
      ).toEqual([])
    })
  },
)

/** What each room of the house may not import: what stands upon it. */
const upward: readonly { room: RegExp; never: RegExp; except?: string[] }[] = [
  {
    room: /^shared\/engine\//,
    never: /^shared\/(navigation|areas)\//,
    except: [
      'shared/engine/panels.ts',
      'shared/engine/list/listView.ts',
      'shared/engine/jobs/jobsUrl.ts',
      'shared/engine/integrations/fixUrl.ts',
    ],
  },
  { room: /^client\/ui\//, never: /^client\/(form|list|integrations|shell|parts|areas)\// },
  {
    room: /^client\/form\//,
    never: /^client\/(list|integrations|shell|parts|areas)\//,
    except: ['client/form/RecordForm.tsx'],
  },
  { room: /^client\/list\//, never: /^client\/(integrations|shell|parts|areas)\// },
  { room: /^client\/integrations\//, never: /^client\/(shell|parts|areas)\// },
  {
    room: /^server\/console\/(edge|signIn|proxy|render|process)\//,
    never: /^server\/console\/(app|main)\.ts$/,
  },
  {
    // The generic layer knows no area: `app.ts` hands in what areas add.
    room: /^server\/platform\/core\/(http|records|audit|openapi)\//,
    except: ['server/platform/core/records/historyCall.ts'],
    never:
      /^server\/platform\/(?!core\/(http|records|audit|openapi|platform|auth)\/|database\/|[a-zA-Z]+\.ts$)/,
  },
]

/** The area that a file of the client belongs to. */
const areaNameOf = (file: string) => /^client\/areas\/(\w+)\//.exec(file)?.[1]

const edges = sources.flatMap(({ file, imports }) =>
  imports.flatMap((specifier) => {
    const target = fileOf(file, specifier)
    return target === undefined ? [] : [{ file, target }]
  }),
)
const said = (found: typeof edges) => found.map(({ file, target }) => `${file} imports ${target}`)

test('nothing imports upward', () => {
  const found = edges.filter(({ file, target }) =>
    upward.some(
      ({ room, never, except = [] }) =>
        room.test(file) && never.test(target) && !except.includes(file),
    ),
  )
  expect(said(found)).toEqual([])
})

test('from the platform, what an operator names is reached by one door', () => {
  // Google's issuer and the storage of files are settings.
  const door =
    /^server\/platform\/(core\/outgoing\/|areas\/signIn\/googleTokens\.ts|core\/files\/s3Storage\.ts)/
  const goesOut = sources.filter(
    ({ file, area, code, imports }) =>
      area === 'server/platform' &&
      !door.test(file) &&
      (imports.some((one) => /^(undici|(node:)?(dns|tls|https|dgram)(\/|$))/.test(one)) ||
        /\bfetch\(|\bnet\.connect\b|\b(connect|createConnection)\b[^\n]*'node:net'/.test(code)),
  )
  expect(goesOut.map(({ file }) => file)).toEqual([])
})

/** Pairs of areas where the first still imports the second. What both render has to move to a layer below. */
const sharing = new Set([
  'alerts dashboard',
  'credits stores',
  'dashboard alerts',
  'logs stores',
  'members stores',
  'stores logs',
  'stores members',
  'users logs',
])

test('no area of the client imports another: what both render is in a layer below', () => {
  const found = edges.filter(({ file, target }) => {
    const [one, other] = [areaNameOf(file), areaNameOf(target)]
    return (
      one !== undefined && other !== undefined && one !== other && !sharing.has(`${one} ${other}`)
    )
  })
  expect(said(found)).toEqual([])
})

/** All that importing a file brings with it: what is imported as a type or dynamically does not come. */
function broughtBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = sources.find((source) => source.file === file)?.code ?? ''
  const atOnce = code
    .replaceAll(/\b(import|export) type\b[^']*'[^']+'/g, '')
    .replaceAll(/\bimport\(\s*'[^']+'/g, '')
  for (const specifier of importsOf(atOnce)) {
    const target = fileOf(file, specifier)
    if (target !== undefined) broughtBy(target, seen)
  }
  return seen
}

test('the frame brings all definitions, which refer to each other by name; the sign-in page needs none', () => {
  const definitions = 'shared/areas/index.ts'
  expect(broughtBy('client/frame/signedIn.ts').has(definitions)).toBe(true)
  expect(broughtBy('client/areas/signIn/SignIn.tsx').has(definitions)).toBe(false)
  expect(broughtBy('client/entry.tsx').has(definitions)).toBe(false)
})

/** The first circle among these imports, as the way around it; [] where there is none. */
function circleIn(imports: { file: string; target: string }[]): string[] {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const done = new Set<string>()
  const walk = (file: string, way: string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return []
    for (const { target } of targets.get(file) ?? []) {
      const circle = walk(target, [...way, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  return [...targets.keys()].map((file) => walk(file, [])).find(({ length }) => length > 0) ?? []
}

test('a circle is found, and told as the way around it', () => {
  const edge = (file: string, target: string) => ({ file, target })
  const around = [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')]
  expect(circleIn(around)).toEqual(['b', 'c', 'b'])
  expect(circleIn([edge('a', 'a')])).toEqual(['a', 'a'])
  expect(circleIn([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toEqual([])
})

/** Imports that are there from the start: what is imported when it is shown comes after all of them, and may lean on them. */
const fromTheStart = sources.flatMap(({ file, code }) =>
  importsOf(code.replaceAll(/\bimport\(\s*'[^']+'/g, '')).flatMap((specifier) => {
    const target = fileOf(file, specifier)
    return target === undefined ? [] : [{ file, target }]
  }),
)

test('no imports make a circle, those of types included', () => {
  expect(circleIn(fromTheStart)).toEqual([])
})

test('randomness has one source, which callers of shared/ hand in', () => {
  const users = sources.filter(({ area, code }) => area === 'shared' && /\bcrypto\b/.test(code))
  expect(users.map(({ file }) => file)).toEqual(['shared/areas/signIn/generatePassword.ts'])
})

test('deleting server/platform does not break the console: nothing outside it imports it', () => {
  const importers = sources
    .filter(({ area }) => area !== 'server/platform')
    .filter(({ file, imports }) =>
      imports.some((specifier) => fileOf(file, specifier)?.startsWith('server/platform/')),
    )
  expect(importers.map(({ file }) => file)).toEqual([])
})

test('every import names a file that exists', () => {
  const known = new Set(sources.map(({ file }) => file))
  const missing = sources.flatMap(({ file, imports }) =>
    imports
      .map((specifier) => fileOf(file, specifier))
      .filter((target) => target !== undefined && !known.has(target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(missing).toEqual([])
})
