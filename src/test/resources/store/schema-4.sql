--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: api_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_key (
    hash bytea NOT NULL,
    name text NOT NULL,
    scopes text NOT NULL,
    rate integer NOT NULL,
    created timestamp with time zone NOT NULL,
    used timestamp with time zone,
    revoked timestamp with time zone,
    CONSTRAINT api_key_rate_check CHECK ((rate > 0))
);


--
-- Name: diagnosis; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.diagnosis (
    id text NOT NULL,
    created timestamp with time zone NOT NULL,
    expires timestamp with time zone NOT NULL,
    delete_token_hash bytea NOT NULL,
    lang text NOT NULL,
    redacted_log bytea NOT NULL,
    report_en text NOT NULL,
    report_zh text NOT NULL,
    redactions text NOT NULL
);


--
-- Name: diagnosis_count; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.diagnosis_count (
    day date NOT NULL,
    entry text NOT NULL,
    n bigint NOT NULL,
    CONSTRAINT diagnosis_count_n_check CHECK ((n > 0))
);


--
-- Name: feedback; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.feedback (
    id bigint NOT NULL,
    diagnosis text,
    entry text NOT NULL,
    helpful boolean NOT NULL,
    comment text NOT NULL,
    created timestamp with time zone NOT NULL,
    CONSTRAINT feedback_comment_check CHECK ((char_length(comment) <= 2000))
);


--
-- Name: feedback_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.feedback ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.feedback_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: flyway_schema_history; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.flyway_schema_history (
    installed_rank integer NOT NULL,
    version character varying(50),
    description character varying(200) NOT NULL,
    type character varying(20) NOT NULL,
    script character varying(1000) NOT NULL,
    checksum integer,
    installed_by character varying(100) NOT NULL,
    installed_on timestamp without time zone DEFAULT now() NOT NULL,
    execution_time integer NOT NULL,
    success boolean NOT NULL
);


--
-- Data for Name: api_key; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_key VALUES ('\x0898dff6c49c378dfe1171d8de94ad5d02a529605234e14ade94ea0c82a8c212', 'ci', 'DIAGNOSE,READ', 60, '2026-11-01 10:00:00+00', '2026-11-02 10:00:00+00', NULL);


--
-- Data for Name: diagnosis; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.diagnosis VALUES ('abcdefghijkmnpqrstuvwxyz23', '2026-11-01 10:00:00+00', '2126-11-01 10:00:00+00', '\x048fb43d7a4895278c568a6f4e02efb061c67ad21f0be0fd7af42021ce276856', 'en', '\x1f8b0800000000000203f37376f65108770cf253702d2aca2f5228cfc8cc4955482e4a4d2cc9cc4b5728ce482c4a4d51c84dcdcd2faae402006f08411b2d000000', '{"lead": null}', '{"lead":  "共享内存"}', '{"email": 2}');
INSERT INTO public.diagnosis VALUES ('bcdefghijkmnpqrstuvwxyz234', '2026-10-01 10:00:00+00', '2026-10-31 10:00:00+00', '\x048fb43d7a4895278c568a6f4e02efb061c67ad21f0be0fd7af42021ce276856', 'en', '\x1f8b0800000000000203f37376f65108770cf253702d2aca2f5228cfc8cc4955482e4a4d2cc9cc4b5728ce482c4a4d51c84dcdcd2faae402006f08411b2d000000', '{}', '{}', '{}');


--
-- Data for Name: diagnosis_count; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.diagnosis_count VALUES ('2026-11-01', 'shm-full', 7);


--
-- Data for Name: feedback; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.feedback OVERRIDING SYSTEM VALUE VALUES (1, 'abcdefghijkmnpqrstuvwxyz23', 'shm-full', false, 'It was the driver.', '2026-11-02 10:00:00+00');


--
-- Data for Name: flyway_schema_history; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.flyway_schema_history VALUES (1, '1', 'archive', 'SQL', 'V1__archive.sql', 674578956, 'faultbook', '2026-11-29 12:51:35.336007', 417, true);
INSERT INTO public.flyway_schema_history VALUES (2, '2', 'counts', 'SQL', 'V2__counts.sql', -259051275, 'faultbook', '2026-11-29 12:51:36.823165', 207, true);
INSERT INTO public.flyway_schema_history VALUES (3, '3', 'findings', 'SQL', 'V3__findings.sql', 748735724, 'faultbook', '2026-11-29 12:51:37.344177', 42, true);
INSERT INTO public.flyway_schema_history VALUES (4, '4', 'api key', 'SQL', 'V4__api_key.sql', -1567118589, 'faultbook', '2026-11-29 12:51:37.509235', 131, true);


--
-- Name: feedback_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.feedback_id_seq', 1, true);


--
-- Name: api_key api_key_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (hash);


--
-- Name: diagnosis_count diagnosis_count_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.diagnosis_count
    ADD CONSTRAINT diagnosis_count_pkey PRIMARY KEY (day, entry);


--
-- Name: diagnosis diagnosis_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.diagnosis
    ADD CONSTRAINT diagnosis_pkey PRIMARY KEY (id);


--
-- Name: feedback feedback_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY (id);


--
-- Name: flyway_schema_history flyway_schema_history_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.flyway_schema_history
    ADD CONSTRAINT flyway_schema_history_pk PRIMARY KEY (installed_rank);


--
-- Name: api_key_name; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX api_key_name ON public.api_key USING btree (name) WHERE (revoked IS NULL);


--
-- Name: diagnosis_expires; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX diagnosis_expires ON public.diagnosis USING btree (expires);


--
-- Name: feedback_diagnosis; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX feedback_diagnosis ON public.feedback USING btree (diagnosis);


--
-- Name: feedback_entry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX feedback_entry ON public.feedback USING btree (entry);


--
-- Name: flyway_schema_history_s_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX flyway_schema_history_s_idx ON public.flyway_schema_history USING btree (success);


--
-- Name: feedback feedback_diagnosis_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_diagnosis_fkey FOREIGN KEY (diagnosis) REFERENCES public.diagnosis(id) ON DELETE SET NULL;


--
-- PostgreSQL database dump complete
--


