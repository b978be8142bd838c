import { getPrerequisite } from '../need.ts'

// Runs before each test file that uses the built programs.
await getPrerequisite('build')
