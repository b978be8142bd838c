import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as training from './Training.tsx'
import * as trainingContent from './TrainingContent.tsx'

export const screens: AreaScreens<'training'> = {
  '/training': training,
  '/training/:categoryId/content': trainingContent,
}
