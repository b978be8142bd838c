import '#client/frame/stores.ts'
import '#client/frame/forms.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromCallback } from 'xstate'
import { bulkMachine } from '#machines/bulk.ts'
import type { BulkNews } from '#machines/bulk.ts'
import { asksOf } from '#shared/engine/bulk/bulk.ts'
import type { BulkAction } from '#shared/engine/bulk/bulk.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { aboutJob } from '#shared/navigation/notice.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { listenToJob } from '#client/runtime/listenToJob.ts'
import { whileSeen } from '#client/runtime/whileSeen.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import type { PanelProps } from '../panels/definePanels.ts'
import { BulkForm } from './BulkForm.tsx'
import { bulkIntents } from './bulkIntents.ts'
import { BulkJob } from './BulkJob.tsx'
import { BulkPlanned } from './BulkPlanned.tsx'
import { actionOf, loadBulk } from './loadBulk.ts'
import type { StepProps } from './steps.ts'
import type { LoadedBulk } from './loadBulk.ts'
import { bulkWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

const machine = bulkMachine.provide({
  actors: {
    listen: fromCallback<BulkNews, { id: number }, BulkNews>(({ input, sendBack }) =>
      whileSeen((lost) =>
        listenToJob(input.id, (job) => sendBack({ type: 'job.heard', job }), lost),
      ),
    ),
  },
})

/** What is done to many records: asked for, shown before it is done, and followed until it has ended (looks/bulk.png). */
function BulkPanel(props: PanelProps<LoadedBulk>) {
  const { resource, view, loaded } = props
  const action = actionOf(resource, loaded.action)
  const close = listAddress(resource, withPanel(view, null))
  const why = action ? (view.chosen || loaded.job ? null : say.nothingChosen) : say.unknown
  const title = !action ? say.unknown : why ? action.label : titleOf(props, action)
  return (
    <Panel title={title} close={close} size="medium">
      {action && !why ? (
        <Steps {...props} action={action} close={close} />
      ) : (
        <Nothing why={why} close={close} />
      )}
    </Panel>
  )
}

function titleOf({ resource, view, data, loaded }: PanelProps<LoadedBulk>, action: BulkAction) {
  if (loaded.job) return loaded.job.title
  const { chosen } = view
  const { total, totalIsCapped } = data.page
  const { one, many } = resource.title
  const count = chosen === 'all' ? total : (chosen?.length ?? 0)
  const words = chosen === 'all' ? messages.list.total(total, totalIsCapped) : formatNumber(count)
  const asks = asksOf(action, loaded.field === null ? [] : [loaded.field])
  return `${asks} ${words} ${count === 1 ? one : many}`
}

function Nothing({ why, close }: { why: string | null; close: string }) {
  return (
    <div className={styles.body}>
      <p role="alert">
        {why} <a href={close}>{say.close}</a>
      </p>
    </div>
  )
}

/** Begun anew with each answer of the platform, from what the page carries. */
function Steps(props: StepProps) {
  const refused = useAnswer<Refused>()
  const { job, plan } = props.loaded
  const key = `${job?.id} ${job?.status} ${plan?.id} ${refused?.attempt}`
  return <Begun key={key} {...props} refused={refused} />
}

function Begun(props: StepProps & { refused: Refused | undefined }) {
  const { selection, loaded, action } = props
  const [input] = useState({ isPlanned: loaded.plan !== null, job: loaded.job })
  const actor = useActorRef(machine, { input })
  const state = useSelector(actor, ({ value }) => value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const job = useSelector(actor, ({ context }) => context.job)
  // The selection stays for the next action, unless its records are deleted.
  const isDeletion = job !== null && action.needs === 'delete'
  useEffect(() => {
    if (isDeletion) selection?.choose(null)
  }, [isDeletion, selection])
  useMessageOutdated(job?.id)
  if (job) return <BulkJob {...props} job={job} actor={actor} busy={busy} />
  const isShown = state === 'planned' || state === 'beginning'
  if (loaded.plan && isShown)
    return <BulkPlanned {...props} plan={loaded.plan} actor={actor} busy={busy} />
  return <BulkForm {...props} actor={actor} busy={busy} />
}

/** The panel shows how far the job is, so the message of its start says nothing more. */
function useMessageOutdated(job: number | undefined): void {
  const { notifications } = useActors()
  useEffect(() => {
    if (job !== undefined)
      notifications.send({ type: 'notification.outdated', about: aboutJob(job) })
  }, [job, notifications])
}

export const panels = { bulk: { Panel: BulkPanel, intents: bulkIntents, load: loadBulk } }
