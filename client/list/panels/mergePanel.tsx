import '#client/frame/forms.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { listAddress, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import type { Picked } from '#shared/engine/list/picked.ts'
import { readRecord, usesOf } from '#shared/engine/recordCalls.ts'
import type { Uses } from '#shared/engine/recordCalls.ts'
import { formErrors, pickReferences, withIds } from '#shared/engine/fields/references.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { isWithin } from '#shared/engine/scope.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { jobLink, startJob } from '#shared/engine/jobs/jobCalls.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Work } from '#client/form/answerForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from './definePanels.ts'
import type { PanelProps, PanelWork } from './definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

const say = panelMessages.merge

/** The record that stays. None is made here. */
const intoField = (resource: Resource) => ({
  into: reference(say.into, { ...resource, writes: [] }),
})

type Loaded = { record: AnyRecord; uses: Uses; into: Picked | null; back: string | null }

/** The panel of the list that a merge came from and returns to: `near` of `?merge=5&into=7&back=near`. */
function panelBehind(params: URLSearchParams): string | null {
  const back = params.get('back') ?? ''
  return /^[a-z]\w{0,40}$/i.test(back) ? back : null
}

/** An address may name the other record too: `?merge=5&into=7`. */
async function load(work: PanelWork): Promise<Loaded> {
  const { api, resource, id, params, signal } = work
  const other = Number(params.get('into'))
  const isNamed = Number.isSafeInteger(other) && other > 0 && other !== id
  const [record, uses, into] = await Promise.all([
    openRecord(work),
    usesOf(api, resource, id ?? 0, signal),
    isNamed ? readRecord(api, resource, other, signal) : null,
  ])
  const isOffered = into && isWithin(resource, into)
  return {
    record,
    uses,
    into: isOffered ? { id: into.id, label: labelOf(resource, into) } : null,
    back: panelBehind(params),
  }
}

/** Begins a job of the platform that merges the record into the one that was chosen. */
async function merge({ api, resource, form, key, url }: Work) {
  const fields = intoField(resource)
  const typed = valuesFrom(fields, form)
  const wrong = formErrors(fields, typed)
  if (Object.keys(wrong).length > 0) throw new Refusal(wrong)
  const { values, errors, choices } = await pickReferences(api, fields, typed)
  if (Object.keys(errors).length > 0) throw new Refusal(errors, { choices })
  const { id, version } = target(form)
  const path = `/${resource.name}/${id}/merge`
  const job = await startJob(api, path, key, { body: withIds(values), ifMatch: version })
  const params = new URL(url).searchParams
  const back = panelBehind(params)
  const to = back && listAddress(resource, withPanel(parseListView(resource, params), back))
  return { notice: 'job-started', of: jobLink(job, resource.path), ...(to && { to }) } as const
}

function MergePanel({ loaded, ...props }: PanelProps<Loaded>) {
  const { record, uses, into, back } = loaded
  const { resource, view } = props
  const name = labelOf(resource, record)
  return (
    <SmallForm
      {...besideList(props)}
      close={listAddress(resource, withPanel(view, back))}
      record={record}
      intent="merge"
      title={(name) => say.title(name, resource.title.one)}
      buttons={<SendButton>{say.button}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{say.explain(name)}</p>
          {uses.length === 0 ? (
            <p>{say.unused}</p>
          ) : (
            <ul className={styles.list}>
              {uses.map(({ kind, count, examples }) => (
                <li key={kind}>{panelMessages.remove.use(kind, count, examples)}</li>
              ))}
            </ul>
          )}
          <FieldInput
            id="merge-into"
            name="into"
            field={intoField(resource).into}
            value={answer?.values['into.text'] ?? into}
            error={answer?.errors['into']}
            choices={answer?.choices?.['into']}
          />
          <p>{say.job}</p>
        </>
      )}
    </SmallForm>
  )
}

export const panels = { merge: { Panel: MergePanel, intents: { merge }, load } }
