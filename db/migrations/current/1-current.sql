-- Enter migration here

--!include internal/event_types.sql
--!include internal/check_event_types.sql
