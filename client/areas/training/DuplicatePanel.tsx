import type { Api } from '#shared/engine/api.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import type { Work } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { duplicateWords as say, trainingWords } from './words.ts'

/** Asks how the copy is called; a slug must be its own. */
function DuplicatePanel({ loaded: record, ...props }: PanelProps<AnyRecord>) {
  const { resource } = props
  const usual: Record<string, string> = {
    title: trainingWords.copyOf(String(record['title']).slice(0, 70)),
    slug: `${String(record['slug']).slice(0, 36)}-copy`,
  }
  return (
    <SmallForm
      {...besideList(props)}
      record={record}
      intent="duplicate"
      title={say.title}
      buttons={<SendButton>{say.submit}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{say.explain}</p>
          {Object.entries(usual).map(([name, value]) => {
            const field = resource.fields[name]
            return (
              field && (
                <AskedInput
                  key={name}
                  id={`duplicate-${name}`}
                  name={name}
                  field={field}
                  answer={answer}
                  begins={value}
                />
              )
            )
          })}
        </>
      )}
    </SmallForm>
  )
}

/** The panel, and what it makes: `duplicate` is given the values that it asked for. */
export const duplicatePanel = (
  duplicate: (
    api: Api,
    of: { resource: Resource; id: number },
    values: { title: string; slug: string },
    key: string,
  ) => Promise<AnyRecord>,
) => ({
  Panel: DuplicatePanel,
  intents: {
    async duplicate({ api, resource, form, key }: Work) {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const values = { title: text('title'), slug: text('slug') }
      const made = await duplicate(api, { resource, id: target(form).id }, values, key)
      return { notice: 'created', of: recordLink(resource, made) } as const
    },
  },
  load: openRecord,
})
