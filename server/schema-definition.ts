import type * as z from 'zod/mini'

/** The part of Zod's private schema definitions that we read. */
type SchemaDefinition = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  /** Of a codec: the schema of the value in the program. */
  out?: z.ZodMiniType
  reverseTransform?: (value: unknown, ctx: unknown) => unknown
}

export const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as SchemaDefinition
