import { defineArea } from '#server/platform/core/area/area.ts'
import { dashboardCalls } from './dashboardCalls.ts'

export const dashboardArea = defineArea({ name: 'dashboard', calls: dashboardCalls })
