import { expect, test } from 'vitest'
import { definePanels } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { panelsOf } from '#client/list/listPanels.ts'
import { storesPanels } from '#client/screens/stores/storesPanels.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { stores } from '#shared/resources/stores.ts'

type Letters = { letters: string[] }
const Panel = ({ loaded }: PanelProps<Letters>) => loaded.letters.join()
const Plain = (_props: PanelProps) => null
const load = async () => ({ letters: ['XS'] })
const button = 'Run'
const intents = {}

test('a panel that lacks a piece does not compile', () => {
  const code = async () => ({ Panel, intents, load })
  definePanels({ run: { button, code } })
  definePanels({
    plain: { button: null, code: async () => ({ Panel: Plain, intents, load: null }) },
  })
  // @ts-expect-error -- Whether a button opens it is not said.
  definePanels({ run: { code } })
  // @ts-expect-error -- There is nothing to import.
  definePanels({ run: { button } })
  // @ts-expect-error -- There is nothing to show.
  definePanels({ run: { button, code: async () => ({ intents, load }) } })
  // @ts-expect-error -- What its form may ask for is not said.
  definePanels({ run: { button, code: async () => ({ Panel, load }) } })
  // @ts-expect-error -- It is not said that it loads nothing.
  definePanels({ plain: { button, code: async () => ({ Panel: Plain, intents }) } })
  // @ts-expect-error -- The component takes what nobody loads.
  definePanels({ run: { button, code: async () => ({ Panel, intents, load: null }) } })
  const other = async () => ({ words: ['XS'] })
  // @ts-expect-error -- The component takes something else than what is loaded.
  definePanels({ run: { button, code: async () => ({ Panel, intents, load: other }) } })
  const silent = { run: async () => undefined }
  // @ts-expect-error -- An intent says how it ended.
  definePanels({ run: { button, code: async () => ({ Panel, intents: silent, load }) } })
  expect(Object.keys(panelsOf(sizes, definePanels({ run: { button, code } })))).toEqual([
    'create',
    'edit',
    'delete',
    'reorder',
    'paste',
    'run',
  ])
})

test('each form of All Stores is taken by the panel that holds it alone', async () => {
  const intentsOf = await Promise.all(
    Object.entries(panelsOf(stores, storesPanels)).map(
      async ([kind, panel]) => [kind, Object.keys((await panel.code()).intents)] as const,
    ),
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
