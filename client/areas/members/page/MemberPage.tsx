import { Suspense } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { loadGiftCardOffer } from '#shared/areas/giftCards/memberCards.ts'
import type { GiftCardOffer } from '#shared/areas/giftCards/memberCards.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { loadCreditCheck } from '#shared/areas/members/creditCheck.ts'
import type { CreditCheck } from '#shared/areas/members/creditCheck.ts'
import { loadMemberOverview } from '#shared/areas/members/memberOverview.ts'
import type { MemberOverview } from '#shared/areas/members/memberOverview.ts'
import { loadMemberTimeline } from '#shared/areas/members/memberTimeline.ts'
import { members } from '#shared/areas/members/members.ts'
import { loadSignInCheck } from '#shared/areas/members/signInCheck.ts'
import type { SignInCheck } from '#shared/areas/members/signInCheck.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section, memberGiftCard } from '#client/frame/index.ts'
import type { MemberGiftCardProps } from '#client/frame/areaParts.ts'
import { apiContext, timeZoneContext } from '#client/runtime/contexts.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import {
  isPageFailure,
  resolveOrFailure,
  throwAsPageFailure,
  throwPageFailure,
} from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { handleForm } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { commentsPart } from '#client/list/comments/commentsPart.ts'
import { IgnoredParams } from '#client/list/filters/IgnoredFilters.tsx'
import { useFocusOnHash } from '#client/ui/focus/useFocusOnHash.ts'
import { CreditPanel } from './CreditPanel.tsx'
import { loadMemberEmail, MemberEmailPanel } from './MemberEmailPanel.tsx'
import type { MemberEmail } from './MemberEmailPanel.tsx'
import { MemberAside } from './MemberAside.tsx'
import { MemberHeader } from './MemberHeader.tsx'
import { memberIntents } from './memberIntents.ts'
import {
  ErasePanel,
  InvitePanel,
  MovePanel,
  ReactivatePanel,
  SuspendPanel,
} from './MemberPanels.tsx'
import { buildMemberUrl, parseMemberView } from './memberUrl.ts'
import { SignInPanel } from './SignInPanel.tsx'
import { describeTimeline } from './describeTimeline.ts'
import type { DescribedTimeline } from './describeTimeline.ts'
import { MemberTimeline } from './Timeline.tsx'
import { memberPageTexts } from './messages.ts'
import * as styles from './MemberPage.css.ts'

type MemberPageData = {
  overview: MemberOverview
  timeline: DescribedTimeline | PageFailure
  /** Each only while its panel is open. */
  check: SignInCheck | PageFailure | null
  creditCheck: CreditCheck | PageFailure | null
  offer: GiftCardOffer | PageFailure | null
  email: MemberEmail | PageFailure | null
  groups: AnyRecord[]
  writeKey: string
  recordName: string
}

const requireMemberId = ({ memberId = '' }: { memberId?: string | undefined }): number =>
  /^[1-9]\d{0,8}$/.test(memberId)
    ? Number(memberId)
    : throwPageFailure({ code: 'not_found', what: members.title.one }, 404)

/** Loads the page by two calls; an open panel may need more. */
export async function loader({
  request,
  context,
  params,
}: LoaderFunctionArgs): Promise<MemberPageData> {
  const id = requireMemberId(params)
  const { signal } = request
  const api = context.get(apiContext)
  const view = parseMemberView(new URL(request.url).searchParams)
  const [overview, timeline, check, creditCheck, offer, email] = await Promise.all([
    loadMemberOverview(api, id, signal).catch((error: unknown) =>
      throwAsPageFailure(error, isNotFound(error) ? members.title.one : members.title.many),
    ),
    resolveOrFailure(
      describeTimeline(
        loadMemberTimeline(api, { id, ...view }, signal),
        context.get(timeZoneContext),
      ),
      memberPageTexts.timelineWhat,
    ),
    view.panel === 'signIn'
      ? resolveOrFailure(loadSignInCheck(api, id, signal), memberPageTexts.what)
      : null,
    view.panel === 'creditCheck'
      ? resolveOrFailure(loadCreditCheck(api, id, signal), memberPageTexts.creditCheckWhat)
      : null,
    view.panel === 'giftCard'
      ? resolveOrFailure(loadGiftCardOffer(api, id, signal), memberPageTexts.giftCardWhat)
      : null,
    view.panel === 'email' && view.emailId !== null
      ? resolveOrFailure(loadMemberEmail(api, view.emailId, signal), memberPageTexts.emailWhat)
      : null,
  ])
  const [groups] = await Promise.all([
    view.panel === 'move' ? loadManualGroups(api, overview, signal) : [],
    commentsPart.load(),
    view.panel === 'giftCard' && memberGiftCard.load(),
  ])
  return {
    overview,
    timeline,
    check,
    creditCheck,
    offer,
    email,
    groups,
    writeKey: createIdempotencyKey(),
    recordName: getLabel(members, overview.member),
  }
}

const isNotFound = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'not_found'

/** Loads the groups of the member's store that members can be moved to by hand. */
async function loadManualGroups(
  api: Api,
  { store }: MemberOverview,
  signal: AbortSignal,
): Promise<AnyRecord[]> {
  if (!store) return []
  const query = {
    search: '',
    filters: [
      { field: 'storeId', op: 'eq' as const, value: String(store.id) },
      { field: 'type', op: 'eq' as const, value: 'manual' },
    ],
    sort: getDefaultSort(memberGroups),
    limit: 100,
    after: null,
  }
  return (await listRecords(api, memberGroups, query, signal)).records
}

/** Handles the forms of the page and of its panels. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = requireMemberId(params)
  const form = await request.formData()
  form.set('id', String(id))
  const { kind } = parseMemberView(new URL(request.url).searchParams)
  return handleForm({
    ...getFormContext(context),
    resource: members,
    form,
    intents: { ...memberIntents, ...(await commentsPart.load()).commentIntents },
    url: request.url,
    back: buildMemberUrl(id, { kind }),
  })
}

function GiftCardPart(props: Omit<MemberGiftCardProps, 'buildUrl'>) {
  const part = useLazyPart(memberGiftCard)
  const { id } = props.member
  const buildUrl = (templateId: number) => buildMemberUrl(id, { panel: 'giftCard', templateId })
  return part && <part.GiftCardPanel {...props} buildUrl={buildUrl} />
}

/** One member: who they are, what happened, and what an operator can do about it. */
export function Component() {
  const { overview, timeline, check, creditCheck, offer, email, groups, writeKey } =
    useLoaderData<MemberPageData>()
  const answer = useLastActionData<RejectedForm>()
  const view = parseMemberView(new URLSearchParams(useLocation().search))
  const can = useCan()
  useFocusOnHash()
  const { member } = overview
  const { kind, after, panel, templateId, unknownKind } = view
  const close = buildMemberUrl(member.id, { kind, after })
  const form = { member, close, writeKey, refused: answer }
  const isErased = Boolean(member['erasedAt'])
  const isWritable = can(members, 'write') && !isErased
  return (
    <>
      <MemberHeader overview={overview} />
      <IgnoredParams
        sentences={unknownKind === null ? [] : [memberPageTexts.unknownKind(unknownKind)]}
        forget={buildMemberUrl(member.id)}
      />
      <div className={styles.page}>
        {isPageFailure(timeline) ? (
          <Section id="timeline" title={memberPageTexts.timeline}>
            <div className={styles.inset}>
              <FailureText failure={timeline} />
            </div>
          </Section>
        ) : (
          <MemberTimeline
            member={member}
            page={timeline}
            view={view}
            writeKey={writeKey}
            refused={answer}
          />
        )}
        <MemberAside overview={overview} writeKey={writeKey} refused={answer} />
      </div>
      {panel === 'signIn' && check && <SignInPanel member={member} check={check} close={close} />}
      {panel === 'creditCheck' && creditCheck && (
        <CreditPanel member={member} check={creditCheck} close={close} />
      )}
      {panel === 'giftCard' && offer && (
        <Suspense>
          <GiftCardPart {...form} offer={offer} templateId={templateId} />
        </Suspense>
      )}
      {panel === 'email' && email && <MemberEmailPanel loaded={email} close={close} />}
      {panel === 'suspend' && isWritable && <SuspendPanel {...form} />}
      {panel === 'reactivate' && isWritable && <ReactivatePanel {...form} />}
      {panel === 'invite' && isWritable && <InvitePanel {...form} />}
      {panel === 'move' && isWritable && (
        <MovePanel {...form} group={overview.group} groups={groups} />
      )}
      {panel === 'erase' && can(members, 'erase') && !isErased && <ErasePanel {...form} />}
    </>
  )
}
