import { Suspense } from 'react'
import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { loadLinkedAlert } from '#shared/areas/alerts/linkedAlert.ts'
import type { LinkedAlert } from '#shared/areas/alerts/linkedAlert.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { Section } from '#client/frame/index.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { commentsPart } from '#client/list/comments/commentsPart.ts'
import type { LoadedComments } from '#client/list/comments/commentsPart.ts'
import { actorsContext, apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure } from '#client/runtime/failures.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { useFocusOnHash } from '#client/ui/focus/useFocusOnHash.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { createOwnerIntent } from '../alerts/alertAction.ts'
import { alertPanels } from '../alerts/alertPanels.tsx'
import { AlertDetails, AlertForms, AlertHeader } from './LinkedAlert.tsx'
import { alertPageMessages } from './messages.ts'
import * as styles from './AlertPage.css.ts'

type AlertPageData = {
  linked: LinkedAlert
  /** Null if the alert was fixed. */
  alert: AnyRecord | null
  comments: LoadedComments
  writeKey: string
  recordName: string
}

/** Why the link doesn't work, in the platform's words. */
type BrokenLink = { problem: string }

/** Loads the alert that a link leads to. Changes nothing, because mail scanners follow links. */
export async function loader({
  request,
  context,
  params,
}: LoaderFunctionArgs): Promise<AlertPageData | BrokenLink> {
  const { signal } = request
  const api = context.get(apiContext)
  try {
    const linked = await loadLinkedAlert(api, params['link'] ?? '', signal)
    return await loadPage(api, linked, {
      params: new URL(request.url).searchParams,
      signal,
    })
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === 'not_found')
      return { problem: error.problem.detail ?? alertPageMessages.linkFailedText }
    return throwAsPageFailure(error, alertPageMessages.what)
  }
}

async function loadPage(
  api: Api,
  linked: LinkedAlert,
  page: { params: URLSearchParams; signal: AbortSignal },
): Promise<AlertPageData> {
  const { loadComments } = await commentsPart.load()
  const { alertId, title, fixedAt } = linked
  const [alert, comments] = await Promise.all([
    fixedAt === null ? loadRecord(api, attentionItems, alertId, page.signal) : null,
    loadComments(api, { resource: attentionItems.name, recordId: alertId }, page),
  ])
  return { linked, alert, comments, writeKey: createIdempotencyKey(), recordName: title }
}

/** Handles the forms of the page, which stay on it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const getOwnId = () => Number(context.get(actorsContext).session.getSnapshot().context.user?.id)
  return handleForm<object>({
    ...getFormContext(context),
    resource: attentionItems,
    form: await request.formData(),
    intents: {
      acknowledge: createOwnerIntent('taken', getOwnId),
      ...alertPanels.assign.intents,
      ...alertPanels.snooze.intents,
      ...alertPanels.reopen.intents,
      ...(await commentsPart.load()).commentIntents,
    },
    url: request.url,
    back: pathname + removeFlash(search),
  })
}

/** The alert that a message is about: what it says, what an operator can do, and its comments. */
export function Component() {
  const loaded = useLoaderData<AlertPageData | BrokenLink>()
  const refused = useLastActionData<RejectedForm>()
  useFocusOnHash()
  if ('problem' in loaded)
    return (
      <>
        <PageHeader title={alertPageMessages.linkFailed} />
        <StateMessage
          title={alertPageMessages.linkFailed}
          actions={<ButtonLink to={attentionItems.path}>{alertPageMessages.all}</ButtonLink>}
        >
          <p>{loaded.problem}</p>
        </StateMessage>
      </>
    )
  const { linked, alert, comments, writeKey } = loaded
  const forms = { writeKey, refused }
  return (
    <>
      <AlertHeader linked={linked} alert={alert} />
      <div className={styles.page}>
        {alert && <AlertForms alert={alert} {...forms} />}
        <div className={styles.column}>
          {linked.fixedAt !== null && (
            <p>
              <Instant
                at={linked.fixedAt}
                format={
                  linked.kind === 'approval'
                    ? alertPageMessages.decidedAt
                    : alertPageMessages.fixedAt
                }
              />
            </p>
          )}
          {alert && <AlertDetails alert={alert} />}
          <Section id="comments" title={alertPageMessages.comments}>
            <div className={styles.inset}>
              {/* The page that the server rendered is there before the part: React waits for it. */}
              <Suspense>
                <AlertComments {...comments} {...forms} />
              </Suspense>
            </div>
          </Section>
        </div>
      </div>
    </>
  )
}

function AlertComments(
  props: LoadedComments & { writeKey: string; refused: RejectedForm | undefined },
) {
  const part = useLazyPart(commentsPart)
  return part && <part.Comments {...props} />
}
