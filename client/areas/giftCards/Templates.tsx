import '#client/frame/signedIn.ts'
import { redirectDocument } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { cardStatuses, productStates, templateStatuses } from '#shared/areas/giftCards/messages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import { FrozenBar, FrozenOr, frozenSides } from './frozen.tsx'
import { templateWords as say } from './templateWords.ts'

const templateStatus = stateCell('status', templateStatuses, {
  live: 'good',
  scheduled: 'warn',
  paused: 'warn',
  ended: 'off',
  off: 'off',
})
const cardStatus = stateCell('status', cardStatuses, {
  waiting: 'warn',
  sent: 'good',
  failed: 'bad',
})
const productState = stateCell('state', productStates, {
  live: 'good',
  degraded: 'warn',
  disabled: 'bad',
  withdrawn: 'bad',
})

/** Nothing to see to is quiet. */
const withdrawnOf = ({ withdrawn }: AnyRecord) =>
  Number(withdrawn) > 0 && <Status tone="bad">{String(withdrawn)}</Status>

const cardsOf = ({ id }: AnyRecord) => `${giftCards.path}&filter[templateId][eq]=${id}`

const sentOf = (template: AnyRecord) => {
  const { currency, sentThisMonth: sent } = template
  if (typeof currency !== 'string' || typeof sent !== 'number') return null
  return <Link to={cardsOf(template)}>{formatMoney(sent, currency)}</Link>
}

function rowActions(template: AnyRecord, view: ListView) {
  const at = panelAddresses(giftCardTemplates, view)
  const turn = template['paused'] === true ? 'resume' : 'pause'
  return (
    <RowMenu
      label={say.more(labelOf(giftCardTemplates, template))}
      entries={[
        [say.preview, at('preview', template.id)],
        [say.test, at('test', template.id), giftCardTemplates, 'write'],
        [say.duplicate, at('duplicate', template.id), giftCardTemplates, 'write'],
        [say[turn], at(turn, template.id), giftCardTemplates, 'write'],
        [say.cards, cardsOf(template)],
        [say.delete, at('delete', template.id), giftCardTemplates, 'delete'],
      ]}
    />
  )
}

function cardActions(card: AnyRecord, view: ListView) {
  const at = panelAddresses(giftCards, view)
  const status = String(card['status'])
  if (status === 'waiting') return <span />
  return (
    <RowMenu
      label={say.more(labelOf(giftCards, card))}
      entries={[
        status === 'failed'
          ? [say.again, at('again', card.id), giftCardTemplates, 'write']
          : [say.show, at('show', card.id), giftCardTemplates, 'secrets'],
      ]}
    />
  )
}

/** Whoever may change templates may have their products read anew. */
const sync = definePanels(() => import('./SyncPanel.tsx'), {
  sync: { button: say.sync, of: giftCardTemplates },
})

const list = plainScreen(
  giftCardTemplates,
  {
    cells: {
      status: (template) => <FrozenOr template={template} cell={templateStatus} />,
      withdrawn: withdrawnOf,
      sentThisMonth: sentOf,
    },
    bar: () => <FrozenBar />,
    rowActions,
  },
  {
    ...definePanels(() => import('./templatePanels.tsx'), {
      create: { button: null },
      edit: { button: null },
      preview: { button: null, reads: true },
      test: { button: null },
      duplicate: { button: null },
      pause: { button: null },
      resume: { button: null },
    }),
    ...sync,
  },
)

const templates = {
  ...list,
  async loader(args: LoaderFunctionArgs) {
    const [loaded, frozen] = await Promise.all([
      list.loader(args),
      frozenSides(args.context.get(apiContext), args.request.signal),
    ])
    return { ...loaded, frozen }
  },
}

const cards = plainScreen(
  giftCards,
  {
    cells: { status: cardStatus },
    rowActions: cardActions,
  },
  definePanels(() => import('./cardPanels.tsx'), {
    again: { button: null, reads: true },
    show: { button: null, reads: true },
  }),
)

const catalogue = plainScreen(
  giftCardProducts,
  {
    cells: { state: productState },
    rowActions: () => <span />,
  },
  sync,
)

const screens = withScreens(templates, { cards, catalogue })

/** Gift card templates, the cards that were sent by them, and the catalogue of Runa (screens.md, Gift card templates). */
export const { action, Component, panels } = screens

/** A document that may hold no frames is left for one that may: previews are framed (http.md, "Pages"). */
export const loader = (args: LoaderFunctionArgs) => {
  if (typeof document !== 'undefined' && 'frameless' in document.documentElement.dataset)
    throw redirectDocument(args.request.url)
  return screens.loader(args)
}
