import { useNavigation } from 'react-router'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/frame/index.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

/** The button that previews the changes, and why the last attempt was rejected. */
export function PlanFooter() {
  const refused = useLastActionData<RejectedForm>()
  const busy = useNavigation().formData?.get('intent') === 'plan'
  const errors = Object.values(refused?.errors ?? {}).join(' ')
  return (
    <div className={styles.footer}>
      {refused?.failure && <FailureText failure={refused.failure} />}
      {errors && (
        <p role="alert" className={styles.error}>
          {errors}
        </p>
      )}
      <p className={styles.soft}>{compareMessages.bringExplain}</p>
      <Button type="submit" loading={busy}>
        {compareMessages.preview}
      </Button>
    </div>
  )
}
