import { useRef } from 'react'
import type { MouseEvent } from 'react'
import type { GroupPreview } from '#shared/areas/members/groupCalls.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import type { OwnInput } from '#client/form/RecordForm.tsx'
import { Button } from '#client/ui/Button.tsx'
import { RuleRows } from './RuleRows.tsx'
import { Sample } from './Sample.tsx'
import { previewOf, useRulePreview } from './useRulePreview.ts'
import type { Told } from './useRulePreview.ts'
import { groupsMessages as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

const asksFor = 'preview'

/** Saves the form, unless a preview is asked for: then all that was typed is shown again with it. */
export const orPreview =
  (save: Intent): Intent =>
  async (work) => {
    if (!work.form.has(asksFor)) return save(work)
    throw new Refusal({}, { told: await previewOf(work.api, work.form) })
  }

type Props = OwnInput & { told: Told | undefined }

/** The rules of a group, and whom they would find before it is saved: in place with a script, by sending the form without. */
function RulesInput({ told, ...input }: Props) {
  const status = useRef<HTMLDivElement>(null)
  const { seen, busy, look } = useRulePreview(status, told)
  function press(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!form) return
    event.preventDefault()
    void look(form)
  }
  return (
    <>
      <RuleRows {...input}>
        <Button
          type="submit"
          name={asksFor}
          value="1"
          size="small"
          color="white"
          loading={busy}
          onClick={press}
        >
          {say.preview}
        </Button>
      </RuleRows>
      <div ref={status} role="status">
        {seen !== undefined && <Preview seen={seen} />}
      </div>
    </>
  )
}

/** The rules with their preview in place of the field's own input. */
export const rulesInput = (told: Told | undefined) => ({
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
