import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { isTimelineKind } from '#shared/areas/members/memberTimeline.ts'
import type { TimelineKind } from '#shared/areas/members/memberTimeline.ts'

/** Panels over the page, by the parameter that opens them. */
export const memberPanels = [
  'signIn',
  'creditCheck',
  'suspend',
  'reactivate',
  'move',
  'invite',
  'giftCard',
  'email',
  'erase',
] as const
export type MemberPanel = (typeof memberPanels)[number]

/** What the page shows: a kind of entries, from a cursor on, and perhaps a panel. */
export type MemberView = {
  kind: TimelineKind | null
  after: string | null
  panel: MemberPanel | null
  /** The template of the gift card that is sent; null for the first one. */
  templateId: number | null
  /** The email whose text is shown. */
  emailId: number | null
  unknownKind: string | null
}

/** Parses the query of a member's page. */
export function parseMemberView(params: URLSearchParams): MemberView {
  const kind = params.get('kind') ?? ''
  return {
    kind: isTimelineKind(kind) ? kind : null,
    after: params.get('after'),
    panel: memberPanels.find((name) => params.has(name)) ?? null,
    templateId: parseId(params.get('giftCard')),
    emailId: parseId(params.get('email')),
    unknownKind: kind !== '' && !isTimelineKind(kind) ? kind : null,
  }
}

const parseId = (text: string | null): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null

type MemberUrlView = Partial<
  Pick<MemberView, 'kind' | 'after' | 'panel' | 'templateId' | 'emailId'>
>

/** Builds the URL of a member's page. */
export function buildMemberUrl(
  id: number,
  { kind, after, panel, templateId, emailId }: MemberUrlView = {},
): string {
  const params = new URLSearchParams({
    ...(kind && { kind }),
    ...(after && { after }),
    ...(panel && { [panel]: String(templateId ?? emailId ?? '') }),
  })
  const query = params.toString().replaceAll(/=(?=&|$)/g, '')
  return `/members/${id}${query && `?${query}`}`
}

/** Builds the URL of a member's ledger, with the balance after each entry and when it expires. */
export const buildLedgerUrl = (memberId: number): string =>
  `${creditEntries.path}?filter[memberId][eq]=${memberId}&columns=enteredAt,type,amount,balance,expiresAt,reason`
