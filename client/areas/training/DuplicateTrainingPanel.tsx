import type { Api } from '#shared/engine/api.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { FormField, loadPanelRecord } from '#client/frame/index.ts'
import type { IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { trainingDuplicateMessages, trainingMessages } from './messages.ts'

/** Asks for the copy's title and slug, which must be unique. */
function DuplicateTrainingPanel({ loaded: record, ...props }: PanelProps<AnyRecord>) {
  const { resource } = props
  const defaults: Record<string, string> = {
    title: trainingMessages.copyOf(String(record['title']).slice(0, 70)),
    slug: `${String(record['slug']).slice(0, 36)}-copy`,
  }
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={record}
      intent="duplicate"
      title={trainingDuplicateMessages.title}
      buttons={<SubmitButton>{trainingDuplicateMessages.submit}</SubmitButton>}
    >
      {(answer) => (
        <>
          <p>{trainingDuplicateMessages.explain[resource.name]}</p>
          {Object.entries(defaults).map(([name, value]) => {
            const field = resource.fields[name]
            return (
              field && (
                <FormField
                  key={name}
                  id={`duplicate-${name}`}
                  name={name}
                  field={field}
                  answer={answer}
                  initialValue={value}
                />
              )
            )
          })}
        </>
      )}
    </SmallForm>
  )
}

/** Creates the duplicate panel. `duplicate` gets the entered values. */
export const createDuplicateTrainingPanel = (
  duplicate: (
    api: Api,
    of: { resource: Resource; id: number },
    values: { title: string; slug: string },
    key: string,
  ) => Promise<AnyRecord>,
) => ({
  Panel: DuplicateTrainingPanel,
  intents: {
    async duplicate({ api, resource, form, key }: IntentContext) {
      const readText = (name: string) => String(form.get(name) ?? '').trim()
      const values = { title: readText('title'), slug: readText('slug') }
      const copy = await duplicate(api, { resource, id: parseRecordVersion(form).id }, values, key)
      return { notice: 'created', of: toRecordLink(resource, copy) } as const
    },
  },
  load: loadPanelRecord,
})
