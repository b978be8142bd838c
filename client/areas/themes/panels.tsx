import { assignableThemes } from '#shared/areas/themes/themeAssignment.ts'
import { themeSettings } from '#shared/areas/themes/settingSlots.ts'
import { required } from '#shared/engine/fields/fields.ts'
import { impactParam } from '#shared/engine/impact.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { assignTheme } from '#shared/areas/themes/themeCalls.ts'
import { themeAssignmentFields } from '#shared/areas/themes/themeAssignment.ts'
import type { themeStatuses } from '#shared/areas/themes/themes.ts'
import {
  FormField,
  definePanels,
  createLifecyclePanel,
  loadPanelRecord,
  toJobLink,
} from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { ImpactConfirmation, formatImpactButton } from '#client/form/ImpactConfirmation.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { themeSettingsPanel } from './ThemeSettingsPanel.tsx'
import { themesMessages } from './messages.ts'

type ThemeChangeName = keyof typeof themesMessages.changes

const assignThemeFields = {
  storeIds: required(themeAssignmentFields.storeIds, themesMessages.chooseStores),
}

const assignThemeIntents: Intents = {
  async assign({ api, form, key }) {
    const { storeIds } = await parseValidForm(api, assignThemeFields, form)
    const impact = String(form.get(impactParam) ?? '')
    const job = await assignTheme(
      api,
      { id: parseRecordVersion(form).id, storeIds, reach: impact },
      key,
    )
    return { notice: 'job-started', of: toJobLink(job, themes.path) }
  },
}

/** Selects the stores that should use a theme, and shows the impact before it is saved. */
function AssignThemePanel({ loaded: theme, ...props }: PanelProps<AnyRecord>) {
  const { refused } = props
  const impact = refused?.intent === 'assign' ? refused.impact : undefined
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={themes}
      record={theme}
      intent="assign"
      title={themesMessages.assignTitle}
      question={impact && <ImpactConfirmation reach={impact} />}
      buttons={
        <SubmitButton>
          {impact ? formatImpactButton(impact) : themesMessages.assignNext}
        </SubmitButton>
      }
    >
      {(answer) => (
        <>
          <p>{themesMessages.assignExplain}</p>
          <FormField
            id="assign-stores"
            name="storeIds"
            field={assignThemeFields.storeIds}
            answer={answer}
            initialValue={[]}
          />
        </>
      )}
    </SmallForm>
  )
}

/**
 * Creates the panel for a change of a theme's status, which shows its consequences and the number
 * of affected stores.
 */
const createThemeStatusPanel = (
  to: keyof typeof themeStatuses,
  name: ThemeChangeName,
  fields: readonly string[] = [],
) =>
  createLifecyclePanel({
    ...themesMessages.changes[name],
    to,
    fields,
    describeConsequences({ stores }) {
      const count = Number(stores ?? 0)
      const isBlocked = count > 0 && (to === 'draft' || to === 'archived')
      const { describeConsequences: consequences } = themesMessages.changes[name]
      return `${consequences} ${isBlocked ? themesMessages.stillWorn(count) : themesMessages.worn(count)}`
    },
  })

export const themePanels = definePanels({
  assign: {
    of: assignableThemes,
    Panel: AssignThemePanel,
    intents: assignThemeIntents,
    load: loadPanelRecord,
  },
  publish: createThemeStatusPanel('published', 'publish'),
  deprecate: createThemeStatusPanel('deprecated', 'deprecate', ['replacementId']),
  redraft: createThemeStatusPanel('draft', 'redraft'),
  archive: createThemeStatusPanel('archived', 'archive', ['replacementId']),
  settings: { ...themeSettingsPanel, of: themeSettings, reads: true },
})
