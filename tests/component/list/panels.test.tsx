import { expect, test } from 'vitest'
import { definePanels, importPanelDefinition } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { getPanels } from '#client/list/panels/listPanels.ts'
import { storesPanels } from '#client/areas/stores/list/storesPanels.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'

type Letters = { letters: string[] }
const Panel = ({ loaded }: PanelProps<Letters>) => loaded.letters.join()
const Plain = (_props: PanelProps) => null
const load = async () => ({ letters: ['XS'] })
const button = 'Run'
const intents = {}

/** Returns the import function of a module that exports this panel. */
const buildImport =
  <Code,>(run: Code) =>
  async () => ({ panels: { run } })

test("an incomplete panel doesn't compile", () => {
  const code = { Panel, intents, load }
  const panels = definePanels(buildImport(code), { run: { button } })
  const plain = { Panel: Plain, intents, load: null }
  definePanels(buildImport(plain), { run: { button: null } })
  // @ts-expect-error -- The panel doesn't say which button opens it.
  definePanels(buildImport(code), { run: {} })
  // @ts-expect-error -- The panel has no options.
  definePanels(buildImport(code), {})
  // @ts-expect-error -- The module has no panel of this name.
  definePanels(buildImport(code), { run: { button }, other: { button } })
  // @ts-expect-error -- The module has no component.
  definePanels(buildImport({ intents, load }), { run: { button } })
  // @ts-expect-error -- The module has no intents.
  definePanels(buildImport({ Panel, load }), { run: { button } })
  // @ts-expect-error -- The module doesn't declare `load: null`.
  definePanels(buildImport({ Panel: Plain, intents }), { run: { button } })
  // @ts-expect-error -- The component needs data that isn't loaded.
  definePanels(buildImport({ Panel, intents, load: null }), { run: { button } })
  const loadWords = async () => ({ words: ['XS'] })
  // @ts-expect-error -- The component needs other data than what is loaded.
  definePanels(buildImport({ Panel, intents, load: loadWords }), { run: { button } })
  const silentIntents = { run: async () => undefined }
  // @ts-expect-error -- An intent must return a result.
  definePanels(buildImport({ Panel, intents: silentIntents, load }), { run: { button } })
  const generatedPanels = [
    'history',
    'bulk',
    'selected',
    'views',
    'merge',
    'create',
    'edit',
    'delete',
    'reorder',
    'choose',
    'paste',
    'record',
    'import',
  ]
  expect(Object.keys(getPanels(sizes, panels))).toEqual([...generatedPanels, 'run'])
})

test('each form of All Stores is handled only by its own panel', async () => {
  const intentsByPanel = await Promise.all(
    Object.keys(getPanels(stores, storesPanels)).map(async (kind) => {
      const code = await importPanelDefinition(getPanels(stores, storesPanels), kind)
      return [kind, Object.keys(code?.intents ?? {})] as const
    }),
  )
  expect(Object.fromEntries(intentsByPanel)).toEqual({
    choose: ['choose'],
    selected: [],
    bulk: ['plan', 'start', 'change'],
    views: ['save', 'rename', 'share', 'begin', 'move', 'remove'],
    import: ['open', 'check', 'run', 'cancel', 'undo'],
    checks: ['checks'],
    defaults: ['edit'],
    activate: ['status'],
    suspend: ['status'],
    startMaintenance: ['status'],
    endMaintenance: ['status'],
    archive: ['status'],
  })
})
