import '#client/frame/forms.ts'
import { required } from '#shared/engine/fields/fields.ts'
import { reachParam } from '#shared/engine/reach.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { assignTheme } from '#shared/areas/themes/themeCalls.ts'
import { assigned } from '#shared/areas/themes/assignedThemes.ts'
import type { themeStatuses } from '#shared/areas/themes/themeReference.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { standingPanel } from '#client/list/panels/standingPanel.tsx'
import { settingsPanel } from './SettingsPanel.tsx'
import { themesWords as say } from './words.ts'

type ChangeName = keyof typeof say.changes

const asked = { storeIds: required(assigned.storeIds, say.chooseStores) }

const intents: Intents = {
  async assign({ api, form, key }) {
    const { storeIds } = await writtenIn(api, asked, form)
    const reach = String(form.get(reachParam) ?? '')
    const job = await assignTheme(api, { id: target(form).id, storeIds, reach }, key)
    return { notice: 'job-started', of: jobLink(job, themes.path) }
  },
}

/** Chooses the stores that are to wear a theme; what that changes is told before it is done. */
function AssignPanel({ loaded: theme, ...props }: PanelProps<AnyRecord>) {
  const { refused } = props
  const reach = refused?.intent === 'assign' ? refused.reach : undefined
  return (
    <SmallForm
      {...besideList(props)}
      of={themes}
      record={theme}
      intent="assign"
      title={say.assignTitle}
      question={reach && <ReachQuestion reach={reach} />}
      buttons={<SendButton>{reach ? reachButton(reach) : say.assignNext}</SendButton>}
    >
      {(answer) => (
        <>
          <p>{say.assignExplain}</p>
          <AskedInput
            id="assign-stores"
            name="storeIds"
            field={asked.storeIds}
            answer={answer}
            begins={[]}
          />
        </>
      )}
    </SmallForm>
  )
}

/** What follows from a change of a theme's status, and for how many stores. */
const changed = (to: keyof typeof themeStatuses, name: ChangeName, asks: readonly string[] = []) =>
  standingPanel({
    ...say.changes[name],
    to,
    asks,
    follows: ({ stores }) => `${say.changes[name].follows} ${say.worn(Number(stores ?? 0))}`,
  })

export const panels = {
  publish: changed('published', 'publish'),
  deprecate: changed('deprecated', 'deprecate', ['replacementId']),
  redraft: changed('draft', 'redraft'),
  archive: changed('archived', 'archive', ['replacementId']),
  assign: { Panel: AssignPanel, intents, load: openRecord },
  settings: settingsPanel,
}
