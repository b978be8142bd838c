import { recordLink } from '#shared/engine/recordLink.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { duplicateStore } from '#shared/areas/stores/duplicateStore.ts'
import {
  sectionsFor,
  storeSectionNames,
  storeSections,
} from '#shared/areas/stores/storeSections.ts'
import { errorsIn } from '#shared/engine/fields/validation.ts'
import { useMay, useMayWrite } from '#client/runtime/ConsoleContext.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { Forbidden } from './danger.tsx'
import { Section } from '#client/ui/Section.tsx'
import { below, storesHost } from '#shared/areas/stores/domains/storesHost.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { defineTab, fieldsOf } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeDuplicateMessages } from './rareWords.ts'
import * as choices from '#client/form/inputs/inputs.css.ts'
import * as field from '#client/ui/inputs/Field.css.ts'

const say = storeDuplicateMessages
const own = fieldsOf(['name', 'code', 'subdomain'])
const boxOf = (section: string) => `section:${section}`

const copy: Intent = async ({ api, form, key }) => {
  const values = valuesFrom(own, form)
  const errors = errorsIn(own, values)
  if (Object.keys(errors).length > 0) throw new Refusal(errors)
  const sections = storeSectionNames.filter((section) => form.has(boxOf(section)))
  const made = await duplicateStore(api, target(form).id, { values, sections }, key)
  return { to: storeAddress(made.id), notice: 'duplicated', of: recordLink(stores, made) }
}

export const duplicate = defineTab<string | null>({
  load: ({ api, signal }) => storesHost(api, signal),
  intents: { create: copy },
  render: (props) => <Duplicate {...props} />,
})

function Duplicate(props: TabProps<string | null>) {
  return useMay()(stores, 'write') ? <Copying {...props} /> : <Forbidden action="write" />
}

function Copying({ data: host, store, refused, writeKey }: TabProps<string | null>) {
  const mayWrite = useMayWrite()
  const { name, ...others } = below(host, own)
  const answer = refused?.intent === 'create' ? refused : undefined
  const room = (name?.max ?? Infinity) - say.copyOf('').length
  const named = name && { ...name, initial: say.copyOf(labelOf(stores, store).slice(0, room)) }
  return (
    <Section id="duplicate" title={say.submit} narrow>
      <RecordForm
        fields={named ? { name: named, ...others } : others}
        record={null}
        refused={refused}
        writeKey={writeKey}
        draftName={`stores.${store.id}.duplicate`}
        save={say.submit}
        leadsAway
        leave={storeAddress(store.id)}
      >
        <p>{say.explain}</p>
        <fieldset className={choices.choices}>
          <legend className={field.label}>{say.sections}</legend>
          {sectionsFor(mayWrite).map((section) => {
            const { label, hint, initial } = storeSections[section]
            return (
              <label key={section} className={choices.box}>
                <input
                  type="checkbox"
                  name={boxOf(section)}
                  defaultChecked={answer ? boxOf(section) in answer.values : initial}
                />
                <span>
                  {label} <span className={field.hint}>{hint}</span>
                </span>
              </label>
            )
          })}
        </fieldset>
      </RecordForm>
    </Section>
  )
}
