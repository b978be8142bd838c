import { reference } from '#shared/engine/fields/fields.ts'
import { buildListUrl, parseListView, withPanel } from '#shared/engine/list/listView.ts'
import type { ReferenceValue } from '#shared/engine/list/referenceValues.ts'
import { loadRecord, loadUses } from '#shared/engine/recordCalls.ts'
import type { RecordUses } from '#shared/engine/recordCalls.ts'
import {
  validateForm,
  resolveReferences,
  toReferenceIds,
} from '#shared/engine/fields/references.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { belongsToParent } from '#shared/engine/nestResource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { toJobLink, startJob } from '#shared/engine/jobs/jobCalls.ts'
import { panelMessages } from '#shared/engine/panelMessages.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { IntentContext } from '#client/form/handleForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import { loadPanelRecord } from './definePanels.ts'
import type { PanelProps, PanelLoadContext } from './definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

const mergeMessages = listToolMessages.merge

/** Returns the field for the record that stays. None can be created here. */
const getMergeFields = (resource: Resource) => ({
  into: reference(mergeMessages.into, {
    name: resource.name,
    canCreate: false,
    ...(resource.parentFilter && { parentFilter: resource.parentFilter }),
  }),
})

type LoadedMerge = {
  record: AnyRecord
  uses: RecordUses
  into: ReferenceValue | null
  back: string | null
}

/**
 * Parses the panel of the list that a merge came from and returns to: `near` in
 * `?merge=5&into=7&back=near`.
 */
function parseReturnPanel(params: URLSearchParams): string | null {
  const back = params.get('back') ?? ''
  return /^[a-z]\w{0,40}$/i.test(back) ? back : null
}

/**
 * Loads the record to merge and, if the URL names it too, the one that stays: `?merge=5&into=7`.
 */
async function loadMerge(context: PanelLoadContext): Promise<LoadedMerge> {
  const { api, resource, id, params, signal } = context
  const other = Number(params.get('into'))
  const isNamed = Number.isSafeInteger(other) && other > 0 && other !== id
  const [record, uses, into] = await Promise.all([
    loadPanelRecord(context),
    loadUses(api, resource, id ?? 0, signal),
    isNamed ? loadRecord(api, resource, other, signal) : null,
  ])
  const isOffered = into && belongsToParent(resource, into)
  return {
    record,
    uses,
    into: isOffered ? { id: into.id, label: getLabel(resource, into) } : null,
    back: parseReturnPanel(params),
  }
}

/** Starts a job on the platform that merges the record into the chosen one. */
async function startMerge({ api, resource, form, key, url }: IntentContext) {
  const fields = getMergeFields(resource)
  const typed = parseFormData(fields, form)
  const formErrors = validateForm(fields, typed)
  if (Object.keys(formErrors).length > 0) throw new FormError(formErrors)
  const { values, errors, choices } = await resolveReferences(api, fields, typed)
  if (Object.keys(errors).length > 0) throw new FormError(errors, { choices })
  const { id, version } = parseRecordVersion(form)
  const path = `/${resource.name}/${id}/merge`
  const job = await startJob(api, path, key, { body: toReferenceIds(values), ifMatch: version })
  const params = new URL(url).searchParams
  const back = parseReturnPanel(params)
  const to = back && buildListUrl(resource, withPanel(parseListView(resource, params), back))
  return { notice: 'job-started', of: toJobLink(job, resource.path), ...(to && { to }) } as const
}

function MergePanel({ loaded, ...props }: PanelProps<LoadedMerge>) {
  const { record, uses, into, back } = loaded
  const { resource, view } = props
  const name = getLabel(resource, record)
  return (
    <SmallForm
      {...getListFormProps(props)}
      close={buildListUrl(resource, withPanel(view, back))}
      record={record}
      intent="merge"
      title={(name) => mergeMessages.title(name, resource.title.one)}
      buttons={<SubmitButton>{mergeMessages.button}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{mergeMessages.explain(name, resource.title.one)}</p>
          {uses.length === 0 ? (
            <p>{mergeMessages.unused}</p>
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
            field={getMergeFields(resource).into}
            value={answer?.values['into.text'] ?? into}
            error={answer?.errors['into']}
            choices={answer?.choices?.['into']}
          />
          <p>{mergeMessages.job}</p>
        </>
      )}
    </SmallForm>
  )
}

export const mergePanel = { Panel: MergePanel, intents: { merge: startMerge }, load: loadMerge }
