import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { Api } from '#shared/engine/api.ts'
import { previewRules } from '#shared/members/groupCalls.ts'
import type { DraftRules, GroupPreview } from '#shared/members/groupCalls.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { useApi } from '#client/ConsoleContext.tsx'
import { reasonOf } from '#client/failureSentence.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import type { OwnInput } from '#client/form/RecordForm.tsx'
import { Button } from '#client/ui/Button.tsx'
import { RuleRows } from './RuleRows.tsx'
import { Sample } from './Sample.tsx'
import { groupsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

const { storeId, priority, rules } = memberGroups.fields
const previewed = { storeId, priority, rules }

const asksFor = 'preview'

/** Whom the rules of a form would find as it stands. */
async function previewOf(api: Api, form: FormData): Promise<GroupPreview> {
  const values = (await writtenIn(api, previewed, form)) as Omit<DraftRules, 'id'> // The rules of their fields hold.
  return previewRules(api, { ...values, id: target(form).id || null })
}

/** Saves the form, unless a preview is asked for: then all that was typed is shown again with it. */
export const orPreview =
  (save: Intent): Intent =>
  async (work) => {
    if (!work.form.has(asksFor)) return save(work)
    throw new Refusal({}, { told: await previewOf(work.api, work.form) })
  }

type Props = OwnInput & { told: GroupPreview | undefined }

/** The rules of a group, and whom they would find before it is saved: in place with a script, by sending the form without. */
function RulesInput({ told, ...input }: Props) {
  const api = useApi()
  const [seen, setSeen] = useState<GroupPreview | string | undefined>(told)
  const [busy, setBusy] = useState(false)
  async function look(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!form) return
    event.preventDefault()
    setBusy(true)
    setSeen(await previewOf(api, new FormData(form)).catch(whyNot))
    setBusy(false)
  }
  return (
    <>
      <RuleRows {...input} />
      <p>
        <Button
          type="submit"
          name={asksFor}
          value="1"
          size="small"
          color="white"
          loading={busy}
          onClick={(event) => void look(event)}
        >
          {say.preview}
        </Button>
      </p>
      <div role="status">{seen !== undefined && <Preview seen={seen} />}</div>
    </>
  )
}

/** The rules with their preview in place of the field's own input. */
export const rulesInput = (told: GroupPreview | undefined) => ({
  rules: (input: OwnInput) => <RulesInput {...input} told={told} />,
})

function Preview({ seen }: { seen: GroupPreview | string }) {
  if (typeof seen === 'string') return <p className={panel.warning}>{seen}</p>
  const { count, sample, joining, leaving } = seen
  return (
    <>
      <p>
        {say.found(count)} {joining + leaving > 0 ? say.moves(joining, leaving) : say.noMoves}
      </p>
      <Sample sample={sample} count={count} />
    </>
  )
}

function whyNot(error: unknown): string {
  if (error instanceof Refusal) return Object.values(error.errors).join(' ')
  return reasonOf(error, memberGroups.title.one)
}
