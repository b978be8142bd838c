import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as alertPage from './AlertPage.tsx'

export const screens: AreaScreens<'dashboard/alert'> = {
  '/alerts/:link': alertPage,
}
