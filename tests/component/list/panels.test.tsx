import { expect, test } from 'vitest'
import { definePanels, importPanel } from '#client/list/panels/definePanels.ts'
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

/** What a module that exports this panel gives when it is imported. */
const module =
  <Code,>(run: Code) =>
  async () => ({ panels: { run } })

test('a panel that lacks a piece does not compile', () => {
  const code = { Panel, intents, load }
  const panels = definePanels(module(code), { run: { button } })
  const plain = { Panel: Plain, intents, load: null }
  definePanels(module(plain), { run: { button: null } })
  // @ts-expect-error -- Whether a button opens it is not said.
  definePanels(module(code), { run: {} })
  // @ts-expect-error -- It is not said how it is opened.
  definePanels(module(code), {})
  // @ts-expect-error -- The module has no panel of this name.
  definePanels(module(code), { run: { button }, other: { button } })
  // @ts-expect-error -- There is nothing to show.
  definePanels(module({ intents, load }), { run: { button } })
  // @ts-expect-error -- What its form may ask for is not said.
  definePanels(module({ Panel, load }), { run: { button } })
  // @ts-expect-error -- It is not said that it loads nothing.
  definePanels(module({ Panel: Plain, intents }), { run: { button } })
  // @ts-expect-error -- The component takes what nobody loads.
  definePanels(module({ Panel, intents, load: null }), { run: { button } })
  const other = async () => ({ words: ['XS'] })
  // @ts-expect-error -- The component takes something else than what is loaded.
  definePanels(module({ Panel, intents, load: other }), { run: { button } })
  const silent = { run: async () => undefined }
  // @ts-expect-error -- An intent says how it ended.
  definePanels(module({ Panel, intents: silent, load }), { run: { button } })
  const own = [
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
  expect(Object.keys(getPanels(sizes, panels))).toEqual([...own, 'run'])
})

test('each form of All Stores is taken by the panel that holds it alone', async () => {
  const intentsOf = await Promise.all(
    Object.keys(getPanels(stores, storesPanels)).map(async (kind) => {
      const code = await importPanel(getPanels(stores, storesPanels), kind)
      return [kind, Object.keys(code?.intents ?? {})] as const
    }),
  )
  expect(Object.fromEntries(intentsOf)).toEqual({
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
