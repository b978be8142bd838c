import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

type Area = 'shared' | 'machines' | 'client' | 'server' | 'server/platform'

/** The table of design.md, "Folders": which files of the project each may import. */
const mayImport: Record<Area, RegExp> = {
  shared: /^shared\//,
  machines: /^(machines|shared)\//,
  client: /^(client|shared|machines)\//,
  server: /^(server\/(?!platform\/)|shared\/|machines\/|client\/(app|router)\.tsx$)/,
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
  server: { packages: /^(kysely|pg$|@electric-sql)/ },
  'server/platform': { packages: /^(react|xstate|@xstate|undici)/ },
}

const areaOf = (file: string): Area => {
  if (file.startsWith('server/platform/')) return 'server/platform'
  const [folder = ''] = file.split('/')
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

test('randomness has one source, which callers of shared/ hand in', () => {
  const users = sources.filter(({ area, code }) => area === 'shared' && /\bcrypto\b/.test(code))
  expect(users.map(({ file }) => file)).toEqual(['shared/signIn/password.ts'])
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
