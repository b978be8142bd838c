import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getCopyableSections, storeCopySections } from '#client/frame/index.ts'
import { useCanWrite } from '#client/runtime/ConsoleContext.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { createRun, createWizardInput } from './wizardInput.ts'
import type { WizardAnswer } from './wizardInput.ts'
import type { WizardData } from './wizardLoader.ts'
import { CreateStoreWizard } from './CreateStoreWizard.tsx'

export { action } from './wizardAction.ts'
export { loader } from './wizardLoader.ts'

/** Create store (screens.md): seven steps, a draft that survives reload and sign-in, and nothing created before the review. */
export function Component() {
  const { inherited, prefill: urlPrefill, host, writeKey } = useLoaderData<WizardData>()
  const allowedSections = getCopyableSections(useCanWrite())
  const prefill = {
    sections: allowedSections.filter((name) => storeCopySections[name].initial),
    ...urlPrefill,
  }
  const answer = useLastActionData<WizardAnswer>()
  // The machine starts from the page's initial data and owns the state from then on, even after the
  // action's data is gone.
  const [start] = useState(() => ({
    input: createWizardInput(answer ?? createRun(writeKey, prefill), inherited, prefill),
    answered: answer !== undefined,
  }))
  return (
    <>
      <PageHeader />
      <CreateStoreWizard {...start} {...{ inherited, host }} />
    </>
  )
}
