import { expect, test } from 'vitest'
import { definePanels } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { panelsOf } from '#client/list/listPanels.tsx'
import { storesPanels } from '#client/screens/stores/panels.tsx'
import { sizes } from '#shared/resources/sizes.ts'
import { stores } from '#shared/resources/stores.ts'

type Letters = { letters: string[] }
const Panel = ({ loaded }: PanelProps<Letters>) => loaded.letters.join()
const Plain = (_props: PanelProps) => null
const load = async () => ({ letters: ['XS'] })
const button = 'Run'
const intents = {}

test('a panel that lacks a piece does not compile', () => {
  definePanels({ run: { button, Panel, intents, load } })
  definePanels({ plain: { button: null, Panel: Plain, intents, load: null } })
  // @ts-expect-error -- Whether a button opens it is not said.
  definePanels({ run: { Panel, intents, load } })
  // @ts-expect-error -- There is nothing to show.
  definePanels({ run: { button, intents, load } })
  // @ts-expect-error -- What its form may ask for is not said.
  definePanels({ run: { button, Panel, load } })
  // @ts-expect-error -- It is not said that it loads nothing.
  definePanels({ plain: { button, Panel: Plain, intents } })
  // @ts-expect-error -- The component takes what nobody loads.
  definePanels({ run: { button, Panel, intents, load: null } })
  // @ts-expect-error -- The component takes something else than what is loaded.
  definePanels({ run: { button, Panel, intents, load: async () => ({ words: ['XS'] }) } })
  // @ts-expect-error -- An intent says how it ended.
  definePanels({ run: { button, Panel, intents: { run: async () => undefined }, load } })
  expect(
    Object.keys(panelsOf(sizes, definePanels({ run: { button, Panel, intents, load } }))),
  ).toEqual(['create', 'edit', 'delete', 'reorder', 'paste', 'run'])
})

test('each form of All Stores is taken by the panel that holds it alone', () => {
  const intentsOf = Object.entries(panelsOf(stores, storesPanels)).map(
    ([kind, panel]) => [kind, Object.keys(panel.intents)] as const,
  )
  expect(Object.fromEntries(intentsOf)).toEqual({
    defaults: ['edit'],
    activate: ['status'],
    suspend: ['status'],
    startMaintenance: ['status'],
    endMaintenance: ['status'],
    archive: ['status'],
  })
})
