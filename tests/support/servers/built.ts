import { getPrerequisite } from '../getPrerequisite.ts'

// Runs before each test file that uses the built programs.
await getPrerequisite('build')
