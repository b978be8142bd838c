import { expect, test } from 'vitest'
import { definePanels, loadPanelContent } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { getPanels } from '#client/list/panels/listPanels.ts'
import { storesPanels } from '#client/areas/stores/list/panels.tsx'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'

type Letters = { letters: string[] }
const Panel = ({ loaded }: PanelProps<Letters>) => loaded.letters.join()
const Plain = (_props: PanelProps) => null
const load = async () => ({ letters: ['XS'] })
const button = 'Run'
const intents = {}

test("an incomplete panel doesn't compile", () => {
  const panels = definePanels({ run: { button, Panel, intents, load } })
  definePanels({ run: { Panel: Plain, intents, load: null } })
  // @ts-expect-error -- The panel has no component.
  definePanels({ run: { button, intents, load } })
  // @ts-expect-error -- The panel has no intents.
  definePanels({ run: { button, Panel, load } })
  // @ts-expect-error -- The panel doesn't declare `load: null`.
  definePanels({ run: { button, Panel: Plain, intents } })
  // @ts-expect-error -- The component needs data that isn't loaded.
  definePanels({ run: { button, Panel, intents, load: null } })
  const loadWords = async () => ({ words: ['XS'] })
  // @ts-expect-error -- The component needs other data than what is loaded.
  definePanels({ run: { button, Panel, intents, load: loadWords } })
  const silentIntents = { run: async () => undefined }
  // @ts-expect-error -- An intent must return a result.
  definePanels({ run: { button, Panel, intents: silentIntents, load } })
  const generatedPanels = [
    'history',
    'bulk',
    'views',
    'sorting',
    'merge',
    'create',
    'edit',
    'delete',
    'reorder',
    'choose',
    'filters',
    'lookup',
    'paste',
    'record',
    'import',
  ]
  expect(Object.keys(getPanels(sizes, panels))).toEqual([...generatedPanels, 'run'])
})

test('each form of All Stores is handled only by its own panel', async () => {
  const intentsByPanel = await Promise.all(
    Object.keys(getPanels(stores, storesPanels)).map(async (kind) => {
      const code = await loadPanelContent(getPanels(stores, storesPanels), kind)
      return [kind, Object.keys(code?.intents ?? {})] as const
    }),
  )
  expect(Object.fromEntries(intentsByPanel)).toEqual({
    choose: ['choose'],
    filters: [],
    lookup: ['lookup'],
    overrides: [],
    sorting: [],
    bulk: ['plan', 'start', 'schedule', 'change'],
    views: ['save', 'saveSelection', 'rename', 'share', 'begin', 'move', 'remove'],
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
