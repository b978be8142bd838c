import { useRef } from 'react'
import type { MouseEvent } from 'react'
import type { GroupPreview } from '#shared/areas/members/groupCalls.ts'
import { Button } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import type { CustomInput } from '#client/form/RecordForm.tsx'
import { RuleRows } from './RuleRows.tsx'
import { MemberSample } from './MemberSample.tsx'
import { loadPreview, useRulePreview } from './useRulePreview.ts'
import type { FormPreview } from './useRulePreview.ts'
import { memberGroupsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'

const previewParam = 'preview'

/**
 * Wraps an intent that saves the form. If a preview is requested, shows the form again with the
 * preview instead.
 */
export const withRulePreview =
  (save: Intent): Intent =>
  async (context) => {
    if (!context.form.has(previewParam)) return save(context)
    throw new FormError({}, { result: await loadPreview(context.api, context.form) })
  }

type RulesInputProps = CustomInput & { preview: FormPreview | undefined }

/**
 * Edits a group's rules and previews the members they match: in place with JavaScript, by
 * submitting the form without.
 */
function RulesInput({ preview: initialPreview, ...input }: RulesInputProps) {
  const status = useRef<HTMLDivElement>(null)
  const { seen: preview, busy, look: refreshPreview } = useRulePreview(status, initialPreview)
  function onPreviewClick(event: MouseEvent<HTMLButtonElement>) {
    const { form } = event.currentTarget
    if (!form) return
    event.preventDefault()
    void refreshPreview(form)
  }
  return (
    <>
      <RuleRows {...input}>
        <Button
          type="submit"
          name={previewParam}
          value="1"
          size="small"
          color="white"
          loading={busy}
          onClick={onPreviewClick}
        >
          {memberGroupsMessages.preview}
        </Button>
      </RuleRows>
      <div ref={status} role="status">
        {preview !== undefined && <RulesPreview seen={preview} />}
      </div>
    </>
  )
}

/** Creates the rules input with its preview, which replaces the field's default input. */
export const createRulesInput = (preview: FormPreview | undefined) => ({
  rules: (input: CustomInput) => <RulesInput {...input} preview={preview} />,
})

function RulesPreview({ seen }: { seen: GroupPreview | string }) {
  if (typeof seen === 'string') return <p className={panel.warning}>{seen}</p>
  const { count, sample, joining, leaving } = seen
  return (
    <>
      <p>
        {memberGroupsMessages.found(count)}{' '}
        {joining + leaving > 0
          ? memberGroupsMessages.movesOnSave(joining, leaving)
          : memberGroupsMessages.noMoves}
      </p>
      <MemberSample sample={sample} count={count} />
    </>
  )
}
