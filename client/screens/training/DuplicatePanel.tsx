import { useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import type { Work } from '#client/form/answerForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { target } from '#client/form/saveChanges.ts'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import { useFocusOnRefusal } from '#client/ui/focusFirstInvalid.ts'
import * as styles from '#client/form/Panel.css.ts'
import { duplicateWords as say, trainingWords } from './words.ts'

/** Asks how the copy is called; a slug must be its own. */
function DuplicatePanel({ resource, view, data, refused, loaded: record }: PanelProps<AnyRecord>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const answer = refused?.intent === 'duplicate' ? refused : undefined
  const close = listAddress(resource, withPanel(view, null))
  const form = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(form, answer)
  const usual: Record<string, string> = {
    title: trainingWords.copyOf(String(record['title']).slice(0, 70)),
    slug: `${String(record['slug']).slice(0, 36)}-copy`,
  }
  return (
    <Panel
      title={labelOf(resource, record)}
      kind={resource.title.one}
      close={close}
      row={record.id}
    >
      <Form
        ref={form}
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="duplicate" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <input type="hidden" name="id" value={record.id} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          <p>{say.explain}</p>
          {Object.entries(usual).map(([name, value]) => {
            const field = resource.fields[name]
            return (
              field && (
                <FieldInput
                  key={name}
                  id={`duplicate-${name}`}
                  name={name}
                  field={field}
                  value={answer?.values[name] ?? value}
                  error={answer?.errors[name]}
                />
              )
            )
          })}
        </div>
        <FormFooter leave={close}>
          <Button type="submit" loading={busy}>
            {say.submit}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
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
