import { redirectDocument } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  giftCardStatuses,
  productStates,
  templateStatuses,
} from '#shared/areas/giftCards/messages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import {
  RowMenu,
  Status,
  createListScreen,
  createStateCell,
  switchScreens,
} from '#client/frame/index.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { getCardActions } from './cardActions.ts'
import { giftCardTexts } from './cardMessages.ts'
import { cardPanels } from './cardPanels.tsx'
import { templatePanels } from './templatePanels.tsx'
import { syncPanels } from './SyncPanel.tsx'
import { Link } from '#client/ui/Link.tsx'
import {
  FrozenGiftCardsBar,
  GiftCardTemplateStatus,
  listFrozenGiftCardEnvironments,
} from './frozen.tsx'
import { giftCardTemplateMessages } from './templateMessages.ts'

const renderTemplateStatus = createStateCell('status', templateStatuses, {
  live: 'good',
  scheduled: 'warn',
  paused: 'warn',
  ended: 'off',
  off: 'off',
})
const renderCardStatus = createStateCell('status', giftCardStatuses, {
  waiting: 'warn',
  sent: 'good',
  failed: 'bad',
  canceled: 'off',
})
const renderProductState = createStateCell('state', productStates, {
  live: 'good',
  degraded: 'warn',
  disabled: 'bad',
  withdrawn: 'bad',
})

/** Renders nothing at zero. */
const renderWithdrawnCount = ({ withdrawn }: AnyRecord) =>
  Number(withdrawn) > 0 && <Status tone="bad">{String(withdrawn)}</Status>

const buildCardsUrl = ({ id }: AnyRecord) => `${giftCards.path}&filter[templateId][eq]=${id}`

const renderSentAmount = (template: AnyRecord) => {
  const { currency, sentThisMonth: sent } = template
  if (typeof currency !== 'string' || typeof sent !== 'number') return null
  return <Link to={buildCardsUrl(template)}>{formatMoney(sent, currency)}</Link>
}

function renderTemplateActions(template: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(giftCardTemplates, view)
  const toggle = template['paused'] === true ? 'resume' : 'pause'
  return (
    <RowMenu
      label={giftCardTemplateMessages.more(getLabel(giftCardTemplates, template))}
      entries={[
        [giftCardTemplateMessages.preview, buildPanelUrl('preview', template.id)],
        [
          giftCardTemplateMessages.test,
          buildPanelUrl('test', template.id),
          giftCardTemplates,
          'write',
        ],
        [
          giftCardTemplateMessages.duplicate,
          buildPanelUrl('duplicate', template.id),
          giftCardTemplates,
          'write',
        ],
        [
          giftCardTemplateMessages[toggle],
          buildPanelUrl(toggle, template.id),
          giftCardTemplates,
          'write',
        ],
        [giftCardTemplateMessages.cards, buildCardsUrl(template)],
        [
          giftCardTemplateMessages.delete,
          buildPanelUrl('delete', template.id),
          giftCardTemplates,
          'delete',
        ],
      ]}
    />
  )
}

function renderCardActions(card: AnyRecord, view: ListView) {
  const actions = getCardActions(card, view)
  if (actions.length === 0) return <span />
  return (
    <RowMenu
      label={giftCardTexts.more(getLabel(giftCards, card))}
      entries={actions.map(({ label, to, action }) => [label, to, giftCards, action])}
    />
  )
}

const templateList = createListScreen(
  giftCardTemplates,
  {
    cells: {
      status: (template) => (
        <GiftCardTemplateStatus template={template} cell={renderTemplateStatus} />
      ),
      withdrawn: renderWithdrawnCount,
      sentThisMonth: renderSentAmount,
    },
    bar: () => <FrozenGiftCardsBar />,
    rowActions: renderTemplateActions,
  },
  {
    ...templatePanels,
    ...syncPanels,
  },
)

const templatesScreen = {
  ...templateList,
  async loader(args: LoaderFunctionArgs) {
    const [loaded, frozen] = await Promise.all([
      templateList.loader(args),
      listFrozenGiftCardEnvironments(args.context.get(apiContext), args.request.signal),
    ])
    return { ...loaded, frozen }
  },
}

const cardsScreen = createListScreen(
  giftCards,
  {
    cells: { status: renderCardStatus },
    // Most email addresses fit.
    widths: { recipient: 216, storeId: 160, templateId: 136 },
    rowActions: renderCardActions,
  },
  cardPanels,
)

const catalogScreen = createListScreen(
  giftCardProducts,
  {
    cells: { state: renderProductState },
    rowActions: () => <span />,
  },
  syncPanels,
)

const giftCardScreens = switchScreens(templatesScreen, {
  cards: cardsScreen,
  catalogue: catalogScreen,
})

/**
 * Gift card templates, the cards sent with them, and Runa's catalog (screens.md, Gift card
 * templates).
 */
export const { action, Component, panels } = giftCardScreens

/**
 * Previews need frames, so a document that can't have frames is replaced by one that can (http.md,
 * "Pages").
 */
export const loader = (args: LoaderFunctionArgs) => {
  if (typeof document !== 'undefined' && 'frameless' in document.documentElement.dataset)
    throw redirectDocument(args.request.url)
  return giftCardScreens.loader(args)
}
