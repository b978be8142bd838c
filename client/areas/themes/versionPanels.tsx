import { rolloutMachine } from '#machines/rollout.ts'
import { impactParam } from '#shared/engine/impact.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { guardMessages } from '#shared/engine/guardMessages.ts'
import { guardNames, guards } from '#shared/engine/guards.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { createUndo } from '#shared/engine/undo.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { rolloutLabels } from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { updateRollout, loadRollout, rolloutVersions } from '#shared/areas/themes/versionCalls.ts'
import type { Rollout } from '#shared/areas/themes/versionCalls.ts'
import {
  Progress,
  Table,
  definePanels,
  loadJob,
  loadPanelRecord,
  toJobLink,
} from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { FormError } from '#client/form/handleForm.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { GuardFields } from '#client/form/GuardFields.tsx'
import { parseGuardForm } from '#client/form/parseGuardForm.ts'
import { scheduleAction } from '#client/form/scheduleChange.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { BlockedSteps, findBlockedSteps, formatStep, getReasonId } from './BlockedSteps.tsx'
import * as styles from './versions.css.ts'
import { themeVersionsMessages } from './messages.ts'

const rolloutEventNames = Object.keys(rolloutEvents) as RolloutEvent[] // The table's own keys.
const isRolloutEvent = (name: string): name is RolloutEvent => Object.hasOwn(rolloutEvents, name)

const rolloutIntents: Intents = {
  async rollout(context) {
    const { api, form, key } = context
    const scheduled = form.get('scheduled')
    if (scheduled !== null)
      return scheduleAction(context, {
        resource: themeVersions.name,
        action: String(scheduled),
        ids: [parseRecordVersion(form).id],
      })
    const event = String(form.get('event'))
    if (!isRolloutEvent(event)) throw new FormError({})
    const reach = String(form.get(impactParam) ?? '')
    const { id, version } = parseRecordVersion(form)
    const step = { id, version, event, reach, ...parseGuardForm(form) }
    const job = await updateRollout(api, step, key)
    if (job !== null)
      return { notice: 'job-started', of: toJobLink(await loadJob(api, job), '/themes') }
    const link = {
      resource: themeVersions.name,
      id,
      name: String(form.get('semver')),
      to: `${themeVersions.path}&rollout=${id}`,
    }
    // The step created the record's next version.
    const nextVersion = { id, version: version + 1 }
    const path = `/${themeVersions.name}/${id}/rollout`
    const resumeBody = { event: 'goOn' satisfies RolloutEvent }
    const undo =
      event === 'pause' ? createUndo(nextVersion, { method: 'POST', path, body: resumeBody }) : null
    return { notice: 'status-changed', of: link, undo }
  },
}

type RolloutPanelData = { version: AnyRecord; rollout: Rollout }

/**
 * Shows a version's rollout progress, the stores that changed, and the steps that its state allows.
 */
function RolloutPanel({ loaded: { version, rollout }, ...props }: PanelProps<RolloutPanelData>) {
  const hasPermission = useCan()
  const state = version['rollout'] as RolloutState // Written by the platform.
  const machine = rolloutMachine.resolveState({ value: state })
  const possibleSteps = rolloutEventNames.filter((type) => machine.can({ type }))
  const { impact, values } = props.refused ?? {}
  const confirmedStep = impact && possibleSteps.find((type) => type === values?.['event'])
  // While a step's impact is being confirmed, only that step is offered.
  const steps = confirmedStep ? [confirmedStep] : possibleSteps
  const permitted = hasPermission(rolloutVersions, 'write') ? steps : []
  const blocked = confirmedStep ? [] : findBlockedSteps(rollout, permitted)
  const isBlocked = (type: RolloutEvent) => blocked.some(({ event }) => event === type)
  const rise = rollout.guard?.rise ?? null
  // After a rise, rolling back is the first choice.
  const getRank = (type: RolloutEvent) =>
    isBlocked(type) ? 2 : rise !== null && type === 'rollBack' ? 0 : 1
  const sortedSteps = permitted.toSorted((one, other) => getRank(one) - getRank(other))
  // A blocked stage may be possible by its start, but not without pilot stores.
  const canSchedule = (type: RolloutEvent) =>
    type === 'start' || type === 'widen' || (type === 'pilot' && !isBlocked(type))
  const stages =
    !confirmedStep && hasPermission(scheduledChanges, 'read') ? permitted.filter(canSchedule) : []
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={version}
      intent="rollout"
      sends={{ semver: String(version['semver']) }}
      size="medium"
      question={
        confirmedStep ? (
          <ImpactConfirmation
            reach={impact}
            words={themeVersionsMessages.reach(formatStep(confirmedStep, state))}
          />
        ) : (
          blocked.length > 0 && <BlockedSteps steps={blocked} state={state} />
        )
      }
      title={(semver) => themeVersionsMessages.title(version.labels?.['themeId'] ?? '', semver)}
      // The primary button comes last.
      buttons={sortedSteps.toReversed().map((type, index) => (
        <SubmitButton
          key={type}
          name="event"
          value={type}
          color={index === sortedSteps.length - 1 ? 'primary' : 'white'}
          {...describeBlocked(blocked, type)}
        >
          {formatStep(type, state)}
        </SubmitButton>
      ))}
    >
      {(answer) => (
        <>
          {rise !== null && (
            <p className={styles.blocked} role="alert">
              {themeVersionsMessages.paused(rise)}
            </p>
          )}
          <p>{themeVersionsMessages.stands(rolloutLabels[state])}</p>
          <GuardStatus {...rollout} />
          <p className={styles.changelog}>{String(version['changelog'] ?? '')}</p>
          <p>
            <a href={`/api/files/${String(version['package'])}`}>
              {themeVersionsMessages.download}
            </a>
          </p>
          <h3 className={styles.heading}>{themeVersionsMessages.stages}</h3>
          <RolloutStages {...rollout} />
          <p>
            {rollout.pilots
              ? themeVersionsMessages.pilotStores(rollout.pilots)
              : themeVersionsMessages.noPilotStores}{' '}
            <Link to={`${themeVersions.path}&stores=${version.id}`}>
              {themeVersionsMessages.openPilotStores}
            </Link>
          </p>
          <p>{themeVersionsMessages.explain}</p>
          {permitted.some((type) => type === 'pilot' || type === 'start') && (
            <GuardFields answer={answer} hint={guardMessages.rolloutHint} />
          )}
          {stages.length > 0 && (
            <div className={styles.schedule}>
              {stages.map((type) => (
                <SubmitButton key={type} name="scheduled" value={type} color="white" size="small">
                  {themeVersionsMessages.schedule(formatStep(type, state))}
                </SubmitButton>
              ))}
            </div>
          )}
          <h3 className={styles.heading}>{themeVersionsMessages.changed}</h3>
          <RolloutMoves {...rollout} />
        </>
      )}
    </SmallForm>
  )
}

/**
 * Returns the props of a button whose step can't be taken: disabled, and described by its reason.
 */
function describeBlocked(blocked: ReturnType<typeof findBlockedSteps>, event: RolloutEvent) {
  const step = blocked.find((one) => one.event === event)
  const first = blocked.find(({ sentence }) => sentence === step?.sentence)
  return first ? { disabled: true, 'aria-describedby': getReasonId(first.event) } : {}
}

/** Says what a rollout's guard watches. */
function GuardStatus({ guard }: Pick<Rollout, 'guard'>) {
  const label = guardNames.find((name) => name === guard?.name)
  if (!label) return null
  return <p>{themeVersionsMessages.guarded(guards[label], guard?.percent ?? 0)}</p>
}

const RolloutStages = ({ stages }: Pick<Rollout, 'stages'>) => (
  <dl className={styles.stages}>
    {stages.map(({ share, stores, running }) => (
      <div key={share}>
        <dt>{themeVersionsMessages.stage(share)}</dt>
        <dd>
          <Progress
            label={themeVersionsMessages.progress(share)}
            percent={stores === 0 ? 0 : Math.floor((running / stores) * 100)}
          />{' '}
          {themeVersionsMessages.running(formatNumber(running), formatNumber(stores), stores)}
        </dd>
      </div>
    ))}
  </dl>
)

const RolloutMoves = ({ moved, total }: Rollout) => (
  <>
    <div className={styles.moves}>
      <Table
        caption={themeVersionsMessages.changed}
        columns={[
          {
            label: themeVersionsMessages.store,
            render: ({ storeId, name }) => <a href={`/stores/${storeId}`}>{name}</a>,
          },
          {
            label: themeVersionsMessages.from,
            render: ({ from }) => from ?? themeVersionsMessages.none,
          },
          { label: themeVersionsMessages.at, render: MoveTimes },
        ]}
        rows={moved}
        keyOf={({ storeId, at }) => `${storeId} ${at}`}
        empty={<p>{themeVersionsMessages.nothing}</p>}
      />
    </div>
    {total > moved.length && <p>{themeVersionsMessages.more100(total - moved.length)}</p>}
  </>
)

const MoveTimes = ({ at, backAt }: Rollout['moved'][number]) => (
  <>
    <Instant at={at} />
    {backAt && (
      <div>
        <Instant at={backAt} format={themeVersionsMessages.back} />
      </div>
    )}
  </>
)

async function loadRolloutPanel(context: PanelLoadContext): Promise<RolloutPanelData> {
  const { api, id, signal } = context
  const [version, rollout] = await Promise.all([
    loadPanelRecord(context),
    loadRollout(api, id ?? 0, signal),
  ])
  return { version, rollout }
}

export const versionPanels = definePanels({
  rollout: {
    of: rolloutVersions,
    reads: true,
    Panel: RolloutPanel,
    intents: rolloutIntents,
    load: loadRolloutPanel,
  },
})
