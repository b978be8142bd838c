import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromCallback } from 'xstate'
import { bulkMachine } from '#machines/bulk.ts'
import type { BulkJobEvent } from '#machines/bulk.ts'
import { formatBulkTitle } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getJobNotificationTopic } from '#shared/navigation/flashMessage.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { listenToJob } from '#client/runtime/listenToJob.ts'
import { whileVisible } from '#client/runtime/whileVisible.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import type { PanelProps } from '../panels/definePanels.ts'
import { BulkForm } from './BulkForm.tsx'
import { bulkIntents } from './bulkIntents.ts'
import { BulkJob } from './BulkJob.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import { findBulkAction, loadBulkPanel } from './loadBulkPanel.ts'
import type { BulkStepProps } from './bulkStepProps.ts'
import type { LoadedBulk } from './loadBulkPanel.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { bulkMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

const bulkPanelMachine = bulkMachine.provide({
  actors: {
    listen: fromCallback<BulkJobEvent, { id: number }, BulkJobEvent>(({ input, sendBack }) =>
      whileVisible((lost) =>
        listenToJob(input.id, (job) => sendBack({ type: 'job.heard', job }), lost),
      ),
    ),
  },
})

/**
 * Renders an action on many records: its inputs, a preview, and its job until that has ended
 * (looks/bulk.png).
 */
function BulkPanel(props: PanelProps<LoadedBulk>) {
  const { resource, view, loaded } = props
  const action = findBulkAction(resource, loaded.action)
  const close = buildListUrl(resource, withPanel(view, null))
  const reason = action
    ? view.selectedIds || loaded.job
      ? null
      : bulkMessages.nothingChosen
    : bulkMessages.unknown
  const title = !action
    ? bulkMessages.unknown
    : reason
      ? action.label
      : buildBulkTitle(props, action)
  return (
    <Panel title={title} close={close} size="medium">
      {action && !reason ? (
        <BulkSteps {...props} action={action} close={close} />
      ) : (
        <BulkUnavailable why={reason} close={close} />
      )}
    </Panel>
  )
}

function buildBulkTitle(
  { resource, view, data, loaded }: PanelProps<LoadedBulk>,
  action: BulkAction,
) {
  if (loaded.job) return loaded.job.title
  const { selectedIds } = view
  const { total, totalIsCapped } = data.page
  const { one, many } = resource.title
  const count = selectedIds === 'all' ? total : (selectedIds?.length ?? 0)
  const countText =
    selectedIds === 'all' ? messages.list.total(total, totalIsCapped) : formatNumber(count)
  const names = loaded.field?.split(',') ?? []
  return formatBulkTitle(action, resource, names, `${countText} ${count === 1 ? one : many}`)
}

function BulkUnavailable({ why, close }: { why: string | null; close: string }) {
  return (
    <div className={styles.body}>
      <p role="alert">
        {why} <a href={close}>{bulkMessages.close}</a>
      </p>
    </div>
  )
}

/** Restarts the steps with each answer from the platform, from the page's data. */
function BulkSteps(props: BulkStepProps) {
  const refused = useLastActionData<RejectedForm>()
  const { job, plan } = props.loaded
  const key = `${job?.id} ${job?.status} ${plan?.id} ${refused?.attempt}`
  return <BulkStep key={key} {...props} refused={refused} />
}

function BulkStep(props: BulkStepProps & { refused: RejectedForm | undefined }) {
  const { selection, loaded, action } = props
  const [input] = useState({ isPlanned: loaded.plan !== null, job: loaded.job })
  const actor = useActorRef(bulkPanelMachine, { input })
  const state = useSelector(actor, ({ value }) => value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const job = useSelector(actor, ({ context }) => context.job)
  // The selection stays for the next action, unless its records are deleted.
  const isDeletion = job !== null && action.requiredAction === 'delete'
  useEffect(() => {
    if (isDeletion) selection?.choose(null)
  }, [isDeletion, selection])
  useDismissJobMessage(job?.id)
  if (job) return <BulkJob {...props} job={job} actor={actor} busy={busy} />
  const isShown = state === 'planned' || state === 'beginning'
  if (loaded.plan && isShown && loaded.isScheduled)
    return <ScheduleForm {...props} plan={loaded.plan} actor={actor} busy={busy} />
  if (loaded.plan && isShown)
    return <BulkPreview {...props} plan={loaded.plan} actor={actor} busy={busy} />
  return <BulkForm {...props} actor={actor} busy={busy} />
}

/** Dismisses the message about the job's start, because the panel shows its progress. */
function useDismissJobMessage(job: number | undefined): void {
  const { notifications } = useActors()
  useEffect(() => {
    if (job !== undefined)
      notifications.send({ type: 'notification.outdated', about: getJobNotificationTopic(job) })
  }, [job, notifications])
}

export const bulkPanel = { Panel: BulkPanel, intents: bulkIntents, load: loadBulkPanel }
