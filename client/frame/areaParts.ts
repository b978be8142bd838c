import type { ReactNode } from 'react'
import type { CardTimeline } from '#shared/areas/giftCards/cardTimeline.ts'
import type { GiftCardOffer } from '#shared/areas/giftCards/memberCards.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import type { StatusChangeName } from '#shared/areas/stores/status/storeStates.ts'
import type { Api } from '#shared/engine/api.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Intents, RejectedForm } from '../form/handleForm.ts'
import type * as logTexts from '../list/logs/index.ts'
import type { ListData, ListOptions } from '../list/listProps.ts'
import type { ListPanels, PanelPart } from '../list/panels/definePanels.ts'
import type { PageFailure } from '../runtime/failures.ts'
import { createLazyPart } from '../runtime/lazyPart.ts'
import type { Screen } from '../runtime/pageTitle.ts'

/** The sentences about log entries, which only loaders need: pages get them as text. */
type LogTexts = Pick<
  typeof logTexts,
  | 'describeChanges'
  | 'findEventActor'
  | 'formatLogEvent'
  | 'formatLogEventSentence'
  | 'parseLogEntries'
  | 'toLogLine'
>

/** The logs, whose list is also a tab of a store and a list of the Users screen. */
export type LogsArea = LogTexts & {
  platformLogScreen: Screen
  logListOptions: ListOptions
  createLogPanels: (resource: Resource) => ListPanels
  withLogDescriptions: <Page extends ListData>(
    loading: Promise<Page>,
    zone: () => Promise<string>,
    params: URLSearchParams,
  ) => Promise<Page & { at: string }>
}
export const logsArea = createLazyPart<LogsArea>()

/** The sign-in providers, a list of the Users screen that few visits open. */
export const signInProvidersPart = createLazyPart<{ signInProvidersScreen: Screen }>()

/** Member groups, whose list is also a tab of a store. */
export const membersArea = createLazyPart<{
  groupListOptions: ListOptions
  groupPanels: ListPanels
}>()

/** The preview of training content, whose Markdown reader is large. */
export const markdownPart = createLazyPart<PanelPart>()

/** The panels of refunds, which few visits open. */
export const refundPart = createLazyPart<PanelPart>()

/** The panels that show masked members and recipients, which few operators may open. */
export const revealPart = createLazyPart<PanelPart>()

/** What happened to a gift card, which only its panel shows. */
export const giftCardTimeline = createLazyPart<{
  CardSteps: (props: { card: AnyRecord; timeline: CardTimeline }) => ReactNode
}>()

/** Props of the form that sends a member a gift card. */
export type MemberGiftCardProps = {
  member: AnyRecord
  offer: GiftCardOffer | PageFailure
  /** The template that the URL names. */
  templateId: number | null
  /** Builds the URL of the form with a template. */
  buildUrl: (templateId: number) => string
  close: string
  writeKey: string
  refused: RejectedForm | undefined
}

/** The form that sends a member a gift card. */
export const memberGiftCard = createLazyPart<{
  GiftCardPanel: (props: MemberGiftCardProps) => ReactNode
}>()

/** Props of the panel that changes a store's status. */
export type StatusPanelProps = {
  store: AnyRecord
  change: StatusChangeName
  /** Null if the change doesn't open the store to members. */
  readiness: Readiness | PageFailure | null
  refused: RejectedForm | undefined
  writeKey: string
  close: string
}

/** What changes a store's status: panels of the list, and the panel and forms of a store's page. */
export const storeStatusPart = createLazyPart<
  PanelPart & {
    StatusPanel: (props: StatusPanelProps) => ReactNode
    storePageIntents: Intents
    /** Loads the store's readiness if the change opens it to members, otherwise null. */
    loadStatusReadiness: (
      api: Api,
      id: number,
      change: string,
      signal: AbortSignal,
    ) => Promise<Readiness | PageFailure | null>
  }
>()

/** The tabs of a store's page except the overview. Only the area knows what a tab is. */
export const storeTabs = createLazyPart<{ lazyTabs: object }>()
