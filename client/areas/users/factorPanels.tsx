import { secondFactorPolicies } from '#shared/areas/users/secondFactorPolicies.ts'
import { resetUserFactors } from '#shared/areas/users/userCalls.ts'
import { users } from '#shared/areas/users/users.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { SettingsPanel, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { SmallForm, SubmitButton, getListFormProps } from '#client/form/SmallForm.tsx'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { usersMessages } from './messages.ts'

/** Sets which operators need a second factor. */
const PolicyPanel = (props: PanelProps<AnyRecord>) => (
  <SettingsPanel
    {...props}
    settings={secondFactorPolicies}
    title={usersMessages.secondFactorPolicy}
  >
    <p>{usersMessages.secondFactorPolicyExplain}</p>
  </SettingsPanel>
)

/** Removes the second factors of a user who lost them. */
function ResetFactorsPanel({ loaded: account, ...props }: PanelProps<AnyRecord>) {
  const hasFactors = account['secondFactor'] !== 'none'
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={account}
      intent="reset"
      title={usersMessages.resetFactorsOf}
      buttons={
        hasFactors && <SubmitButton color="error">{usersMessages.resetFactors}</SubmitButton>
      }
    >
      {() => <p>{hasFactors ? usersMessages.resetFactorsExplain : usersMessages.noFactors}</p>}
    </SmallForm>
  )
}

const resetFactors: Intent = async ({ api, form, key }) => {
  const { id } = parseRecordVersion(form)
  await resetUserFactors(api, id, key)
  return { notice: 'factors-reset', of: toRecordLink(users, await loadRecord(api, users, id)) }
}

export const factorPanels = definePanels({
  secondFactor: {
    button: usersMessages.secondFactorPolicy,
    of: secondFactorPolicies,
    Panel: PolicyPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelLoadContext) => loadRecord(api, secondFactorPolicies, 1, signal),
  },
  factors: {
    Panel: ResetFactorsPanel,
    intents: { reset: resetFactors },
    load: loadPanelRecord,
  },
})
