import { optional } from '#shared/engine/fields/fields.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import {
  changeStanding,
  needsReason,
  standingNames,
  standingReason,
} from '#shared/engine/standing.ts'
import { undoOf } from '#shared/engine/undo.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import type { Intents } from '#client/form/answerForm.ts'
import { reachButton, ReachQuestion } from '#client/form/ReachQuestion.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from './definePanels.ts'
import type { PanelCode } from './definePanels.ts'

/** One change of where records stand, in words. */
export type Standing = {
  to: string
  label: string
  title: (name: string) => string
  /** What will follow. */
  follows: (record: AnyRecord) => string
  /** Which of the fields that are changed with it are asked for; the others are emptied. */
  asks?: readonly string[]
}

const pick = (record: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))

const askedOf = (resource: Resource, { to, asks = [] }: Standing) => ({
  ...pick(resource.fields, asks),
  reason: needsReason(resource, to) ? standingReason : optional(standingReason),
})

const intentsOf = (change: Standing): Intents => ({
  async status({ api, resource, form, key }) {
    const written = await writtenIn(api, askedOf(resource, change), form)
    const of = target(form)
    const names = standingNames(resource)
    const was = pick(await readRecord(api, resource, of.id), names)
    const body = { ...pick(written, [...names, 'reason']), [names[0] ?? '']: change.to }
    const reach = String(form.get(reachParam) ?? '')
    const sent = { idempotencyKey: key, reach }
    const record = await changeStanding(api, resource, of, body, sent)
    const undo = undoOf(resource, was, { ...record })
    return { notice: 'status-changed', of: recordLink(resource, record), undo }
  },
})

/** The panel of one change of where a record stands (screens.md, "Every form"): its name, what will follow, why, and one button. */
export const standingPanel = (change: Standing): PanelCode<AnyRecord> => ({
  Panel({ loaded: record, ...props }) {
    const { resource, refused } = props
    const reach = refused?.intent === 'status' ? refused.reach : undefined
    return (
      <SmallForm
        {...besideList(props)}
        record={record}
        intent="status"
        title={change.title}
        question={reach && <ReachQuestion reach={reach} />}
        buttons={<SendButton>{reach ? reachButton(reach) : change.label}</SendButton>}
      >
        {(answer) => (
          <>
            <p>{change.follows(record)}</p>
            {Object.entries(askedOf(resource, change)).map(([name, field]) => (
              <AskedInput
                key={name}
                id={`status-${name}`}
                name={name}
                field={field}
                answer={answer}
              />
            ))}
          </>
        )}
      </SmallForm>
    )
  },
  intents: intentsOf(change),
  load: openRecord,
})
