import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { duplicateStore } from '#shared/areas/stores/storeDuplicateCalls.ts'
import {
  getCopySectionHint,
  storeCopySectionNames,
} from '#shared/areas/stores/storeCopySections.ts'
import { getNeverCopiedFields } from '#shared/areas/stores/storeFieldPlaces.ts'
import { validateFields } from '#shared/engine/fields/validation.ts'
import { Section, getCopyableSections, storeCopySections } from '#client/frame/index.ts'
import { useCan, useCanWrite } from '#client/runtime/ConsoleContext.tsx'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { StoreForbiddenNote } from './dangerTab.tsx'
import { withHostSuffix, loadStoresHost } from '#shared/areas/stores/domains/storesHost.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { defineTab, getStoreFields } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeDuplicateMessages } from './lazyTabMessages.ts'
import * as choices from '#client/form/inputs/inputs.css.ts'
import * as field from '#client/ui/inputs/Field.css.ts'

const duplicateFields = getStoreFields(
  getNeverCopiedFields().filter((name) => stores.fields[name].required),
)
const getSectionInput = (section: string) => `section:${section}`

const duplicateStoreIntent: Intent = async ({ api, form, key }) => {
  const values = parseFormData(duplicateFields, form)
  const errors = validateFields(duplicateFields, values)
  if (Object.keys(errors).length > 0) throw new FormError(errors)
  const sections = storeCopySectionNames.filter((section) => form.has(getSectionInput(section)))
  const copy = await duplicateStore(api, parseRecordVersion(form).id, { values, sections }, key)
  return { to: buildStoreUrl(copy.id), notice: 'duplicated', of: toRecordLink(stores, copy) }
}

export const duplicateTab = defineTab<string | null>({
  load: ({ api, signal }) => loadStoresHost(api, signal),
  intents: { create: duplicateStoreIntent },
  render: (props) => <DuplicateTab {...props} />,
})

function DuplicateTab(props: TabProps<string | null>) {
  return useCan()(stores, 'write') ? (
    <DuplicateForm {...props} />
  ) : (
    <StoreForbiddenNote action="write" />
  )
}

function DuplicateForm({ data: host, store, refused, writeKey }: TabProps<string | null>) {
  const canWrite = useCanWrite()
  const { name, ...others } = withHostSuffix(host, duplicateFields)
  const answer = refused?.intent === 'create' ? refused : undefined
  const room = (name?.max ?? Infinity) - storeDuplicateMessages.copyOf('').length
  const nameField = name && {
    ...name,
    initial: storeDuplicateMessages.copyOf(getLabel(stores, store).slice(0, room)),
  }
  return (
    <Section id="duplicate" title={storeDuplicateMessages.submit} narrow>
      <RecordForm
        fields={nameField ? { name: nameField, ...others } : others}
        record={null}
        refused={refused}
        writeKey={writeKey}
        draftName={`stores.${store.id}.duplicate`}
        save={storeDuplicateMessages.submit}
        leadsAway
        leave={buildStoreUrl(store.id)}
      >
        <p>{storeDuplicateMessages.explain}</p>
        <fieldset className={choices.choices}>
          <legend className={field.label}>{storeDuplicateMessages.sections}</legend>
          {getCopyableSections(canWrite).map((section) => {
            const { label, initial } = storeCopySections[section]
            return (
              <label key={section} className={choices.box}>
                <input
                  type="checkbox"
                  name={getSectionInput(section)}
                  defaultChecked={answer ? getSectionInput(section) in answer.values : initial}
                />
                <span>
                  {label} <span className={field.hint}>{getCopySectionHint(section)}</span>
                </span>
              </label>
            )
          })}
        </fieldset>
      </RecordForm>
    </Section>
  )
}
