import '#client/frame/forms.ts'
import { rolloutMachine } from '#machines/rollout.ts'
import { reachParam } from '#shared/engine/reach.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { jobLink, readJob } from '#shared/engine/jobs/jobCalls.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { undoCall } from '#shared/engine/undo.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { rolloutLabels } from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { changeRollout, readRollout, rolledOutVersions } from '#shared/areas/themes/versionCalls.ts'
import type { Rollout } from '#shared/areas/themes/versionCalls.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { Table } from '#client/ui/Table.tsx'
import { BlockedSteps, findBlockedSteps, formatStep, getReasonId } from './BlockedSteps.tsx'
import * as styles from './versions.css.ts'
import { versionWords as say } from './words.ts'

const events = Object.keys(rolloutEvents) as RolloutEvent[] // They are the table's own.
const isEvent = (name: string): name is RolloutEvent => Object.hasOwn(rolloutEvents, name)

const intents: Intents = {
  async rollout({ api, form, key }) {
    const event = String(form.get('event'))
    if (!isEvent(event)) throw new Refusal({})
    const reach = String(form.get(reachParam) ?? '')
    const { id, version } = target(form)
    const job = await changeRollout(api, { id, version, event, reach }, key)
    if (job !== null)
      return { notice: 'job-started', of: jobLink(await readJob(api, job), '/themes') }
    const of = {
      resource: themeVersions.name,
      id,
      name: String(form.get('semver')),
      to: `${themeVersions.path}&rollout=${id}`,
    }
    // The step made the next version of the record.
    const made = { id, version: version + 1 }
    const path = `/${themeVersions.name}/${id}/rollout`
    const goOn = { event: 'goOn' satisfies RolloutEvent }
    const undo = event === 'pause' ? undoCall(made, { method: 'POST', path, body: goOn }) : null
    return { notice: 'status-changed', of, undo }
  },
}

type Loaded = { version: AnyRecord; rollout: Rollout }

/** How far a version has come, what changed for which store, and what can be done with it by its state. */
function RolloutPanel({ loaded: { version, rollout }, ...props }: PanelProps<Loaded>) {
  const may = useMay()
  const state = version['rollout'] as RolloutState // What the platform wrote.
  const machine = rolloutMachine.resolveState({ value: state })
  const can = events.filter((type) => machine.can({ type }))
  const { reach, values } = props.refused ?? {}
  const told = reach && can.find((type) => type === values?.['event'])
  // Of a step whose reach was told that one is left.
  const steps = told ? [told] : can
  const permitted = may(rolledOutVersions, 'write') ? steps : []
  const blocked = told ? [] : findBlockedSteps(rollout, permitted)
  const isBlocked = (type: RolloutEvent) => blocked.some(({ event }) => event === type)
  const offered = permitted.toSorted((one, other) => +isBlocked(one) - +isBlocked(other))
  return (
    <SmallForm
      {...besideList(props)}
      record={version}
      intent="rollout"
      sends={{ semver: String(version['semver']) }}
      size="medium"
      question={
        told ? (
          <ReachQuestion reach={reach} words={say.reach(formatStep(told, state))} />
        ) : (
          blocked.length > 0 && <BlockedSteps steps={blocked} state={state} />
        )
      }
      title={(semver) => say.title(version.labels?.['themeId'] ?? '', semver)}
      // The filled button last.
      buttons={offered.toReversed().map((type, at) => (
        <SendButton
          key={type}
          name="event"
          value={type}
          color={at === offered.length - 1 ? 'primary' : 'white'}
          {...describeBlocked(blocked, type)}
        >
          {told ? reachButton(reach) : formatStep(type, state)}
        </SendButton>
      ))}
    >
      {() => (
        <>
          <p>{say.stands(rolloutLabels[state])}</p>
          <p className={styles.changelog}>{String(version['changelog'] ?? '')}</p>
          <p>
            <a href={`/api/files/${String(version['package'])}`}>{say.download}</a>
          </p>
          <h3 className={styles.heading}>{say.stages}</h3>
          <Stages {...rollout} />
          <p>
            {rollout.pilots ? say.pilotStores(rollout.pilots) : say.noPilotStores}{' '}
            <Link to={`${themeVersions.path}&stores=${version.id}`}>{say.openPilotStores}</Link>
          </p>
          <p>{say.explain}</p>
          <h3 className={styles.heading}>{say.changed}</h3>
          <Moves {...rollout} />
        </>
      )}
    </SmallForm>
  )
}

/** A step that can't be taken is disabled, and described by its reason. */
function describeBlocked(blocked: ReturnType<typeof findBlockedSteps>, event: RolloutEvent) {
  const step = blocked.find((one) => one.event === event)
  const first = blocked.find(({ sentence }) => sentence === step?.sentence)
  return first ? { disabled: true, 'aria-describedby': getReasonId(first.event) } : {}
}

const Stages = ({ stages }: Pick<Rollout, 'stages'>) => (
  <dl className={styles.stages}>
    {stages.map(({ share, stores, running }) => (
      <div key={share}>
        <dt>{say.stage(share)}</dt>
        <dd>
          <Progress
            label={say.progress(share)}
            percent={stores === 0 ? 0 : Math.floor((running / stores) * 100)}
          />{' '}
          {say.running(formatNumber(running), formatNumber(stores), stores)}
        </dd>
      </div>
    ))}
  </dl>
)

const Moves = ({ moved, total }: Rollout) => (
  <>
    <div className={styles.moves}>
      <Table
        caption={say.changed}
        columns={[
          {
            label: say.store,
            render: ({ storeId, name }) => <a href={`/stores/${storeId}`}>{name}</a>,
          },
          { label: say.from, render: ({ from }) => from ?? say.none },
          { label: say.at, render: Since },
        ]}
        rows={moved}
        keyOf={({ storeId, at }) => `${storeId} ${at}`}
        empty={<p>{say.nothing}</p>}
      />
    </div>
    {total > moved.length && <p>{say.more100(formatNumber(total - moved.length))}</p>}
  </>
)

const Since = ({ at, backAt }: Rollout['moved'][number]) => (
  <>
    <Instant at={at} />
    {backAt && (
      <div>
        <Instant at={backAt} say={say.back} />
      </div>
    )}
  </>
)

async function load(work: PanelWork): Promise<Loaded> {
  const { api, id, signal } = work
  const [version, rollout] = await Promise.all([
    openRecord(work),
    readRollout(api, id ?? 0, signal),
  ])
  return { version, rollout }
}

export const panels = { rollout: { Panel: RolloutPanel, intents, load } }
