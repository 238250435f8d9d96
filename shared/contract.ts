import * as z from 'zod/mini'
import { maxDollars, maxSearchLength } from './limits.ts'
import { formatCount } from './format-count.ts'

export { maxSearchCount, maxSearchLength } from './limits.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call a route: everyone, logged-in users, or staff only. */
export type Access = 'public' | 'customer' | 'staff'

type RouteOptions<I, O, A> = {
  access: A
  /** One line for the API documentation. */
  summary: string
  /** Query parameters of a GET, otherwise the JSON body. Unknown fields are rejected. */
  input?: I
  /** Response fields other than `success`. */
  output: O
  /** Accepts `Idempotency-Key`, or requires it: the first successful response is stored and replayed. */
  idempotent?: true | 'required'
  /** The response is the same for every caller and changes only with the catalogue stream. */
  cacheable?: true
  /** Also for staff who still have to set up a second factor. */
  withoutSecondFactor?: true
  /** For load balancers: no caller, rate limit or stream position, so that it answers while the database is away. */
  probe?: true
  /** The largest body, if it isn't 64 KB. */
  maxBytes?: number
  /** Content type, for a route whose `{name, text}` is sent as a file unless the caller accepts JSON. */
  download?: string
}

/** One API route: its method, path, access, input and output, shared by server and client. */
export type Route<
  P extends string = string,
  I extends z.ZodMiniObject = z.ZodMiniObject,
  O extends z.core.$ZodShape = z.core.$ZodShape,
  A extends Access = Access,
> = {
  method: Method
  path: P
  access: A
  summary: string
  input: I
  output: z.ZodMiniObject<O>
  idempotent: boolean | 'required'
  cacheable: boolean
  withoutSecondFactor: boolean
  probe: boolean
  maxBytes: number | null
  download: string | null
}

type NoInput = z.ZodMiniObject<Record<never, never>, z.core.$strict>

const noInput = z.strictObject({})

const outputs = new WeakMap<z.core.$ZodShape, z.ZodMiniObject>()
/** A page calls few of the routes it knows, so the schema of a response is built when it is first needed. */
function outputOf<O extends z.core.$ZodShape>(shape: O): z.ZodMiniObject<O> {
  let schema = outputs.get(shape)
  if (!schema) outputs.set(shape, (schema = z.object(shape)))
  return schema as z.ZodMiniObject<O>
}

const defineRoute =
  (method: Method) =>
  <const P extends string, O extends z.core.$ZodShape, const A extends Access, I extends z.ZodMiniObject = NoInput>(
    path: P,
    {
      access,
      summary,
      input,
      output,
      idempotent,
      cacheable,
      withoutSecondFactor,
      probe,
      maxBytes,
      download,
    }: RouteOptions<I, O, A>,
  ): Route<P, I, O, A> => ({
    method,
    path,
    access,
    summary,
    input: input ?? (noInput as unknown as I),
    get output() {
      return outputOf(output)
    },
    idempotent: idempotent ?? false,
    cacheable: cacheable ?? false,
    withoutSecondFactor: withoutSecondFactor ?? false,
    probe: probe ?? false,
    maxBytes: maxBytes ?? null,
    download: download ?? null,
  })

export const get = defineRoute('GET')
export const post = defineRoute('POST')
export const put = defineRoute('PUT')
export const patch = defineRoute('PATCH')
export const del = defineRoute('DELETE')

type ParamNames<P> = P extends `${string}:${infer N}/${infer R}`
  ? N | ParamNames<R>
  : P extends `${string}:${infer N}`
    ? N
    : never
export type Params<P> = { [N in ParamNames<P>]: string }
/** What a handler receives: path parameters and decoded input. */
export type RouteInput<R extends Route> = Params<R['path']> & z.output<R['input']>
export type RouteOutput<R extends Route> = z.output<R['output']>

/** Dollars with at most 2 decimals on the wire, cents in code. */
const dollarsCodec = (min: number, error: string) =>
  z.codec(
    z.number({ error }).check(
      z.gte(min, { error }),
      z.lte(maxDollars, { error: `must be at most $${formatCount(maxDollars)}` }),
      z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-5, { error }),
    ),
    z.int(),
    { decode: (value) => Math.round(value * 100), encode: (cents) => cents / 100 },
  )
export const Dollars = dollarsCodec(0, 'must be an amount in dollars, 0 or more, with at most 2 decimals')
export const SignedDollars = dollarsCodec(-1e9, 'must be an amount in dollars with at most 2 decimals')

/** ISO 8601 in UTC on the wire, milliseconds since 1970 in code. */
export const Time = z.codec(z.iso.datetime(), z.int(), {
  decode: (iso) => Date.parse(iso),
  encode: (ms) => new Date(ms).toISOString(),
})

/** An integer from `min` to `max`, written as text in a query string. */
export const integerInQuery = (min: number, max: number) =>
  z.codec(
    z.string().check(
      z.maxLength(12),
      z.refine((text) => /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
        error: `must be a whole number from ${min} to ${formatCount(max)}`,
      }),
    ),
    z.int(),
    { decode: Number, encode: String },
  )

/** Dollars written as text in a query string, cents in code. */
export const DollarsInQuery = z.codec(
  z.string().check(
    z.maxLength(16),
    z.refine((text) => /^\d+(\.\d{1,2})?$/.test(text) && Number(text) <= 1e9, {
      error: 'must be an amount in dollars with at most 2 decimals',
    }),
  ),
  z.int(),
  { decode: (text) => Math.round(Number(text) * 100), encode: (cents) => String(cents / 100) },
)

export const Id = z.string().check(z.minLength(1), z.maxLength(40))

/** The version of a row that staff edit: 1, and 1 more after each edit. */
export const RowVersion = z.int().check(z.gte(1))

/** How a list may be sorted. */
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/** Input fields of a list that can be sorted. @param sorts by what, and the usual direction of each; the first is the default */
export const Sorting = <Name extends string>(sorts: Readonly<Record<Name, SortDirection>>) => ({
  sort: z.optional(z.enum(Object.keys(sorts) as [Name, ...Name[]])),
  direction: z.optional(z.enum(sortDirections)),
})

/** Text to search for, in a query string. */
export const SearchQuery = z.optional(z.string().check(z.maxLength(maxSearchLength)))

/** Input fields of a paginated list: the page size, and the `nextCursor` of the previous page. */
export const Pagination = {
  limit: z.optional(integerInQuery(1, 100)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
}

/** Output fields of a paginated list of `row`; `nextCursor` is null on the last page. */
export const listOutput = <T extends z.ZodMiniType>(row: T) => ({
  data: z.array(row),
  totalCount: z.int(),
  nextCursor: z.nullable(z.string()),
})
